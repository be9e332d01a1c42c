import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CodeField } from '#web/account/CodeField.tsx'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { forgetClosedPerson } from '#web/platform/session/auth.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

const leaving = { approved: 'archived', pending: 'withdrawn', draft: 'deleted' } as const

/** How many of a seller's products are archived, withdrawn and deleted. */
function Leaving() {
  return (
    <Facts
      facts={(['approved', 'pending', 'draft'] as const).map((status) => [
        t(`account.data.${leaving[status]}`),
        <Count key={status} status={status} />,
      ])}
    />
  )
}

function Count({ status }: { status: keyof typeof leaving }) {
  const { data, isLoading } = useQuery(rpc.products.list.queryOptions({ input: { status, limit: 1 } }))
  return data?.total === undefined ? (isLoading ? '…' : '–') : shownCount(data.total)
}

type Values = { password: string; code: string }

/** Explains what closing the account means, then closes it permanently. */
export default function CloseDialog({ asksCode, onClose }: { asksCode: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const isSeller = useMe().role === 'seller'
  const { data: home, isLoading } = useQuery({ ...rpc.account.home.queryOptions(), enabled: isSeller })
  const orders = home?.waiting.orders ?? 0
  // At the answer: the end of the live stream, which follows, would report a session that ended by itself.
  const leave = () => {
    forgetClosedPerson()
    void navigate({ to: '/login', search: { closed: true }, replace: true, ignoreBlocker: true })
  }
  return (
    <FormDialog
      title={t('account.data.closeTitle')}
      text={t(isSeller ? 'account.data.closeConsequences' : 'account.data.closeConsequencesAdmin')}
      onClose={onClose}
      submit={t('account.data.close')}
      danger
      blocked={isLoading ? t('common.loading') : orders > 0 ? t('account.data.closeOpen') : null}
      fields={isLoading || orders > 0 ? [] : ['password', 'code']}
      check={({ password, code }: Values) => ({ password: required(password), code: asksCode ? required(code) : undefined })}
      send={({ password, code }) => client.account.close(asksCode ? { password, code } : { password }).then(leave)}
    >
      {isSeller && <Leaving />}
      {isLoading ? (
        <Skeleton rows={2} />
      ) : orders > 0 ? (
        <Note
          tone="warn"
          action={
            <Link to="/seller/orders" search={{ lineStatus: 'open' }}>
              {t('products.home.orders', { count: orders, shown: shownCount(orders) })}
            </Link>
          }
        >
          {t('account.data.closeOpen')}
        </Note>
      ) : (
        <>
          <OwnPassword name="password" />
          {asksCode && <CodeField />}
        </>
      )}
    </FormDialog>
  )
}
