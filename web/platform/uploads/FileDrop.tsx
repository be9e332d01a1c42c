import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import zone from '#web/ui/DropZone.module.css'
import { useDrop } from '#web/ui/use-drop.ts'

type Props = { accept: string; label: string; icon: ReactNode; drop: string; hint: string; onFile: (file: File | undefined) => void }

/** A place to drop one file on, or to choose it. */
export function FileDrop({ accept, label, icon, drop, hint, onFile }: Props) {
  return (
    <label className={`${zone.zone} flags ring-within tints`} {...useDrop((files) => onFile(files[0]))}>
      <input
        className="visually-hidden"
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // Allows the same file, once corrected, to be chosen again.
          target.value = ''
        }}
      />
      {icon}
      <span>
        {drop} <span className="accent strong">{t('uploads.choose')}</span>
      </span>
      <span className="small">{hint}</span>
    </label>
  )
}
