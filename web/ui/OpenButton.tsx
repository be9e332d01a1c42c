import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  dialog: (state: { open: boolean; onClose: () => void }) => ReactNode
}

/** A button with the dialog that it opens. */
export function OpenButton({ dialog, ...button }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {dialog({ open, onClose: () => setOpen(false) })}
    </>
  )
}
