import css from '#web/ui/ProgressBar.module.css'

/** The progress of long work, named by the label: from 0 to 1, or unknown. */
export function ProgressBar({ label, share }: { label: string; share?: number }) {
  return <progress className={css.bar} aria-label={label} max={1} value={share === undefined ? undefined : Math.min(1, share)} />
}
