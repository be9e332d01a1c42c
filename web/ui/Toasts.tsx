import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#web/platform/i18n/messages.ts'
import { listenTo } from '#web/platform/open-store.ts'
import IconAlertCircle from '#web/ui/icons/IconAlertCircle.tsx'
import IconCircleCheck from '#web/ui/icons/IconCircleCheck.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import css from '#web/ui/Toasts.module.css'
import { dismissToast, hasFolded, hasUndoKey, isFolded, type Toast, toasts, undoKey, undoToast } from '#web/ui/toasts.ts'
import { useKeys } from '#web/ui/use-keys.ts'
import { topDialog } from '#web/ui/use-modal.ts'

/** The place of toasts: inside the topmost modal dialog if one is open, because the browser makes everything outside it inert. */
export function Toasts() {
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.read)
  useKeys(() => ({ u: undoKey() }))
  return createPortal(<Place />, dialog ?? document.body)
}

/**
 * How long a region is in the document before it is filled, in milliseconds: screen readers announce only what is added to a region they
 * know.
 */
const registeredAfter = 100

const toVisibility = listenTo(document, 'visibilitychange')

/** The gap around the toasts, in pixels. */
const aroundToasts = 32

/** The region is always present, so that screen readers announce what is added to it. No toast expires while it is read. */
function Place() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read)
  const [isRegistered, setRegistered] = useState(false)
  const isHidden = useSyncExternalStore(toVisibility, () => document.hidden)
  const place = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<EventTarget | null>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  const folded = shown.filter(isFolded)
  // A popover is drawn above all else, whatever moves or clips the dialog around it.
  useLayoutEffect(() => place.current?.showPopover?.(), [])
  useEffect(() => {
    const timer = setTimeout(setRegistered, registeredAfter, true)
    return () => clearTimeout(timer)
  }, [])
  // An element removed under the pointer or the focus fires no event that they have left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides what can be pointed at
  useLayoutEffect(() => {
    const isStillInside = isInside(document.activeElement)
    // The button that had the focus has gone: its time was over.
    if (hasFocus && !isStillInside && document.activeElement === document.body) giveFocusBack()
    setFocus(isStillInside)
    setUnfolded((was) => was && shown.some(isFolded))
    setPointedAt((was) => was && place.current?.querySelector(':hover') != null)
  }, [shown])
  // The newest is at the end, and in view.
  useLayoutEffect(() => {
    if (isUnfolded && place.current) place.current.scrollTop = place.current.scrollHeight
  }, [isUnfolded])
  // Unfolded, they may cover what the person turns to next.
  useEffect(() => {
    if (!isUnfolded) return
    return listenTo(document, 'pointerdown', 'keydown')(({ target }) => isInside(target) || setUnfolded(false))
  })
  const isInside = (element: EventTarget | null) => element instanceof Node && place.current?.contains(element) === true
  const enter = ({ relatedTarget }: FocusEvent) => {
    if (!isInside(relatedTarget)) focusedBefore.current = relatedTarget
    setFocus(true)
  }
  const giveFocusBack = () => {
    if (!hasFocus) return
    const before = focusedBefore.current
    // What had the focus before may have left the screen by the decision.
    const next = before instanceof HTMLElement && before.isConnected ? before : document.querySelector<HTMLElement>('main h1, main')
    next?.focus()
  }
  const dismiss = (id: number) => {
    giveFocusBack()
    dismissToast(id)
  }
  const undo = (toast: Toast) => {
    giveFocusBack()
    undoToast(toast)
  }
  // Lists below the toasts leave them room at their end. A dialog as high as the window stands below them, until it closes: nothing in it moves as
  // they go.
  useLayoutEffect(() => {
    const height = shown.length > 0 ? (place.current?.offsetHeight ?? 0) + aroundToasts : 0
    document.documentElement.style.setProperty('--toasts', `${height}px`)
    const dialog = place.current?.closest('dialog')
    if (!isUnfolded && dialog && dialog.offsetTop < height) dialog.style.setProperty('--below', `${height - aroundToasts / 2}px`)
  })
  useLayoutEffect(() => {
    const dialog = place.current?.closest('dialog')
    return () => void dialog?.style.removeProperty('--below')
  }, [])
  return (
    <div
      ref={place}
      popover="manual"
      className={`${css.place} bare column ink`}
      data-unfolded={isUnfolded || undefined}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onPointerOver={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={enter}
      onBlur={({ relatedTarget }) => setFocus(isInside(relatedTarget))}
    >
      {shown
        .filter((one) => (isUnfolded || !isFolded(one)) && (isRegistered || one.isRead))
        .map((toast) => (
          <One
            key={toast.id}
            toast={toast}
            takesKey={hasUndoKey(toast)}
            paused={isPointedAt || hasFocus || isHidden}
            onDismiss={() => dismiss(toast.id)}
            onUndo={() => undo(toast)}
          >
            {hasFolded(toast) && (
              // Silent, because the toasts that it unfolds were read out before.
              <button
                type="button"
                className={`${css.undo} ${css.more}`}
                aria-label={isUnfolded ? undefined : t('common.moreToasts', { count: folded.length })}
                aria-live="off"
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {isUnfolded ? t('common.fewerToasts') : t('common.moreShort', { count: folded.length })}
              </button>
            )}
          </One>
        ))}
    </div>
  )
}

/** After this time in one region a toast counts as read out, in milliseconds: if a dialog then opens or closes, it is moved silently. */
const readAfter = 500
/** How long a toast stays at least after a pause, in milliseconds. */
const staysAfterwards = 1_500

type OneProps = { toast: Toast; takesKey: boolean; paused: boolean; onDismiss: () => void; onUndo: () => void; children: ReactNode }

function One({ toast, takesKey, paused, onDismiss, onUndo, children }: OneProps) {
  useEffect(() => {
    if (paused) return
    const began = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), Math.max(toast.left, staysAfterwards))
    return () => {
      clearTimeout(timer)
      toast.left -= performance.now() - began
    }
  }, [toast, paused])
  const [isMoved] = useState(toast.isRead)
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => {
      toast.isRead = true
    }, readAfter)
    return () => clearTimeout(timer)
  }, [toast, paused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button has the focus
    <div
      className={`${css.toast} raised card`}
      data-moved={isMoved || undefined}
      aria-live={isMoved ? 'off' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape closes the toast, not the dialog or the product behind it.
        event.preventDefault()
        event.stopPropagation()
        onDismiss()
      }}
    >
      {toast.tone === 'bad' || toast.tone === 'fair' ? (
        <IconAlertCircle size={18} className={toast.tone} />
      ) : (
        <IconCircleCheck size={18} className="good" />
      )}
      <span className={`${css.text} breaks`}>{toast.text}</span>
      {toast.undo && (
        <button type="button" className={css.undo} aria-keyshortcuts={takesKey ? 'u' : undefined} onClick={onUndo}>
          {t(toast.undoesRest ? 'common.undoRest' : 'common.undo')}
          {takesKey && (
            <span aria-hidden="true">
              <kbd className="with-keyboard">U</kbd>
            </span>
          )}
        </button>
      )}
      <button type="button" className={`${css.close} icon-button tints`} aria-label={t('common.dismiss')} onClick={onDismiss}>
        <IconX size={16} />
      </button>
      {children}
    </div>
  )
}
