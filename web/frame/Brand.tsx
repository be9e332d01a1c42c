import css from '#web/frame/Brand.module.css'

/** The sign over the stall. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={css.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M7 13.5 9 8h14l2 5.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="#fff" />
        <path d="M9 18.5V24h14v-5.5" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      <span className={css.name}>{name}</span>
    </span>
  )
}
