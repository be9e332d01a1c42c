import { useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { Account, type Profile } from '#domain/account.ts'
import { limits } from '#domain/limits.ts'
import css from '#web/account/ProfilePage.module.css'
import { Refused } from '#web/platform/forms/Form.tsx'
import { SaveBar } from '#web/platform/forms/SaveBar.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import { meQuery } from '#web/platform/queries/queries.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { OnePicture } from '#web/platform/uploads/OnePicture.tsx'
import { useOnePicture } from '#web/platform/uploads/use-one-picture.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FieldProblems, useFieldProblem } from '#web/ui/Labelled.tsx'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { isFilled, PairsField } from '#web/ui/PairsField.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Day } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toasts.ts'

const profileOf = ({ name, shopName, phone, address, about, extra }: Account): Profile => ({ name, shopName, phone, address, about, extra })
const { shopNameMax, phoneMax, addressMax, aboutMax, extraMax, extraKeyMax, extraValueMax } = limits.profile

/** The profile form; only changed fields are sent. */
export function ProfileForm({ account }: { account: Account }) {
  const queries = useQueryClient()
  const { value, change, dirty, set, discard } = useDraft(profileOf(account))
  const { form, problems, refusal, busy } = useForm({
    fields: ['name', 'phone', 'shopName', 'address', 'about', 'extra'],
    blocked: !dirty,
    send: (_: Profile) => {
      // Empty rows go, on the screen too, so that a problem stands at its row.
      const extra = value.extra.filter(isFilled)
      if (extra.length < value.extra.length) set({ extra })
      return client.account.edit({ change: change.extra ? { ...change, extra } : change })
    },
    done: (fresh) => {
      queries.setQueryData(rpc.account.get.queryKey(), fresh)
      void queries.invalidateQueries({ queryKey: meQuery.queryKey })
      discard()
      toast(t('account.saved'))
    },
  })
  const text = (name: 'name' | 'shopName' | 'phone' | 'address' | 'about') => ({
    name,
    value: value[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [name]: target.value }),
  })
  return (
    <FieldProblems value={problems}>
      <form {...form} className="stack">
        <LeaveGuard dirty={() => dirty} />
        <Panel title={t('account.about')}>
          <div className="stack gap-20">
            <Refused refusal={refusal} />
            <Facts
              facts={[
                [t('fields.role'), <Role key="role" account={account} />],
                [t('users.record.since'), <Day key="since" at={account.createdAt} />],
              ]}
            />
            <PictureField account={account} />
            <div className={css.pair}>
              <Field {...text('name')} mark label={t('fields.name')} autoComplete="name" maxLength={limits.user.nameMax} />
              <Field {...text('phone')} label={t('fields.phone')} type="tel" autoComplete="tel" maxLength={phoneMax} />
            </div>
            {(account.role === 'seller' || account.shopName !== '') && (
              <Field
                {...text('shopName')}
                label={t('fields.shopName')}
                hint={t('account.shopNameHint')}
                autoComplete="organization"
                maxLength={shopNameMax}
              />
            )}
            <TextArea
              {...text('address')}
              label={t('fields.address')}
              hint={account.role === 'seller' ? t('account.addressHint') : undefined}
              autoComplete="street-address"
              rows={3}
              maxLength={addressMax}
            />
            <TextArea {...text('about')} label={t('fields.about')} hint={t('account.aboutHint')} rows={4} maxLength={aboutMax} />
            <ExtraFields extra={value.extra} onChange={(extra) => set({ extra })} />
          </div>
        </Panel>
        <SaveBar dirty={dirty} busy={busy} onDiscard={discard} />
      </form>
    </FieldProblems>
  )
}

type ExtraProps = { extra: Profile['extra']; onChange: (extra: Profile['extra']) => void }

/** Further fields by name and value, imported or added by the owner (product §2). */
function ExtraFields({ extra, onChange }: ExtraProps) {
  const problem = useFieldProblem('extra')
  return (
    <fieldset className="stack bare gap-12">
      <legend className="legend">{t('fields.extra')}</legend>
      {problem && <p role="alert">{problem}</p>}
      <PairsField
        pairs={extra}
        onChange={onChange}
        max={extraMax}
        addLabel={t('account.extraAdd')}
        removeLabel={(number) => t('account.extraRemove', { number })}
        fieldProps={(at, part) => ({
          name: `extra.${at}.${part}`,
          label: t(part === 'key' ? 'account.extraKey' : 'account.extraValue', { number: at + 1 }),
          placeholder: t(part === 'key' ? 'fields.name' : 'account.extraValueHint'),
          maxLength: part === 'key' ? extraKeyMax : extraValueMax,
        })}
      />
    </fieldset>
  )
}

function Role({ account: { role, isSupport } }: { account: Account }) {
  return (
    <span className="line">
      {t(`users.role.${role}`)}
      {isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
    </span>
  )
}

/** The profile picture; saved as soon as it is chosen. */
function PictureField({ account: { name, avatar } }: { account: Account }) {
  const words = {
    label: t('account.picture.label'),
    choose: t(avatar ? 'account.picture.change' : 'account.picture.choose'),
    remove: t('account.picture.remove'),
    hint: t('account.picture.hint', { megabytes: limits.image.bytesMax / 1024 ** 2 }),
  }
  return (
    <OnePicture picture={useAvatar()} exists={avatar !== null} words={words}>
      <Avatar name={name} picture={avatar} size={72} />
    </OnePicture>
  )
}

/** Changes of the profile picture: saved at once, one at a time. */
function useAvatar() {
  const queries = useQueryClient()
  return useOnePicture<Account>({
    address: '/api/account/avatar',
    read: (body) => Account.parse(body),
    adopt: (fresh) => void queries.setQueryData(rpc.account.get.queryKey(), fresh),
    takeAway: () => client.account.removeAvatar(),
    toasts: { saved: t('account.picture.saved'), removed: t('account.picture.removed') },
  })
}
