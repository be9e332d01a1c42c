import type { ApiKey } from '#domain/api-key.ts'
import { scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'

type Props = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }

/** Active keys, then recently revoked ones. */
export function ApiKeysTable({ keys, onRevoke }: Props) {
  return (
    <table className={`${table.table} plain-table`}>
      <thead>
        <tr>
          <th scope="col">{t('apiKeys.name')}</th>
          <th scope="col">{t('apiKeys.scopes')}</th>
          <th scope="col">{t('apiKeys.made')}</th>
          <th scope="col">{t('apiKeys.used')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('apiKeys.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} apiKey={key} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: Props['onRevoke'] }) {
  const { name, hint, scopes, createdBy, createdAt, lastUsedAt, revokedAt, revokedBy } = apiKey
  return (
    <tr>
      <td>
        <div>
          <p className="name-line">
            {name} {revokedAt && <Tag tone="red">{t('apiKeys.revoked')}</Tag>}
          </p>
          <code className={table.hint}>{hint}…</code>
        </div>
      </td>
      <td data-label={t('apiKeys.scopes')}>
        <ul className="list stack gap-2 right-narrow">
          {scopes.map((scope) => (
            <li key={scope}>{scopeText(scope)}</li>
          ))}
        </ul>
      </td>
      <td data-label={t('apiKeys.made')}>
        <div className="right-narrow">
          <Day at={createdAt} />
          {createdBy && <p className={table.hint}>{createdBy}</p>}
        </div>
      </td>
      <td data-label={t('apiKeys.used')}>{lastUsedAt ? <Ago at={lastUsedAt} /> : t('apiKeys.never')}</td>
      <td className={table.action}>
        {revokedAt ? (
          <span className={table.hint}>{t('apiKeys.revokedBy', { name: revokedBy ?? t('history.unknownPerson') })}</span>
        ) : (
          <Button aria-label={t('apiKeys.revokeName', { name })} onClick={() => onRevoke(apiKey)}>
            {t('apiKeys.revoke')}
          </Button>
        )}
      </td>
    </tr>
  )
}
