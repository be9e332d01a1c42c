import { toast } from '#web/ui/toasts.ts'

/**
 * Copies a text, says so and returns true. Without https a page may not write to the clipboard: the text is then selected where `place` shows it,
 * to be copied by hand.
 */
export async function copyText(text: string, place: HTMLElement | null, said: { copied: string; byHand: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast(said.copied)
    return true
  } catch {
    const field = place?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (field) field.select()
    else if (place) getSelection()?.selectAllChildren(place)
    toast(said.byHand)
    return false
  }
}
