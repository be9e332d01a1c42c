import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import css from '#web/chats/conversation/CannedReplies.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import IconMessage2Bolt from '#web/ui/icons/IconMessage2Bolt.tsx'

/** The canned replies. The chosen one is put into the field, where it can be edited before it is sent. */
export function CannedReplies({ onPick }: { onPick: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const pick = (text: string) => {
    close()
    onPick(text)
  }
  return (
    <>
      <Button look="quiet" aria-label={t('chats.inbox.canned')} title={t('chats.inbox.canned')} onClick={() => setOpen(true)}>
        <IconMessage2Bolt size={20} stroke={1.75} />
      </Button>
      <Dialog title={t('chats.inbox.canned')} open={open} onClose={close}>
        <Replies onPick={pick} />
      </Dialog>
    </>
  )
}

function Replies({ onPick }: { onPick: (text: string) => void }) {
  const query = useQuery(rpc.settings.get.queryOptions())
  return (
    <DataState query={query}>
      {({ cannedReplies }) =>
        cannedReplies.length === 0 ? (
          <p className="muted prose">
            {t('chats.inbox.cannedNone')}{' '}
            <Link to="/admin/settings" search={{ section: 'chat' }}>
              {t('chats.inbox.toSettings')}
            </Link>
          </p>
        ) : (
          <ul className="list stack gap-8">
            {cannedReplies.map(({ title, text }) => (
              <li key={title}>
                <button type="button" className={`${css.reply} tints`} onClick={() => onPick(text)}>
                  <span className="strong">{title}</span>
                  <span className="aside clamp">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </DataState>
  )
}
