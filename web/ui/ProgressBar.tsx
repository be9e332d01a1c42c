import css from '#web/ui/ProgressBar.module.css'

/** The progress of long work, from 0 to 1, named by the label. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return <progress className={css.bar} aria-label={label} max={1} value={Math.min(1, share)} />
}
