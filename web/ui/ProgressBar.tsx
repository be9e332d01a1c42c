import css from '#web/ui/ProgressBar.module.css'

/** How far long work has come, from 0 to 1. The label says of what. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return <progress className={css.bar} aria-label={label} max={1} value={Math.min(1, share)} />
}
