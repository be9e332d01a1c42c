import type { ReactNode } from 'react'
import css from '#web/app/layout/Drawer.module.css'
import type { DrawerState } from '#web/app/layout/use-drawer.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { useModal } from '#web/ui/use-modal.ts'

/** The sidebar of a narrow screen: the browser's own dialog at the left edge. */
export function Drawer({ drawer: { open, close }, children }: { drawer: DrawerState; children: ReactNode }) {
  const dialog = useModal(open)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      className={css.drawer}
      aria-label={t('frame.menu')}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={css.inside}>
        <div className={css.close}>
          <IconButton label={t('common.close')} onClick={close}>
            <IconX size={18} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  )
}
