import { useQuery } from '@tanstack/react-query'
import { type Audit, listAudit, Refusal } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime } from '../../../kit/days.ts'
import { useMe } from '../../../kit/me.ts'
import { isAdmin, seesPersons } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useNames } from '../../names.ts'
import { hiddenFields, nameOfField } from './field-words.ts'
import css from './meanwhile.module.css'
import { recordIn } from './record-in.ts'
import { type Names, namesIn, valueIn } from './values.ts'

type Props = {
  /** The refusal that says that the record has changed. */
  error: Error
  form: HTMLFormElement | null
}

/** What others changed in the record since the form was filled: who, when, and each field before and now. */
export default function Meanwhile({ error, form }: Props) {
  const say = useSay()
  const me = useMe()
  const about = error instanceof Refusal ? recordIn(error.path) : undefined
  const since = changesSince(error)
  const mayRead = seesPersons(me) && (isAdmin(me) || !ofAdministrators.includes(about?.table_name ?? ''))
  const { data } = useQuery({
    queryKey: ['audit', 'meanwhile', about],
    queryFn: () => listAudit(guidon, { ...about, per_page: since }),
    enabled: about !== undefined && since > 0 && mayRead,
    staleTime: 0,
  })
  const others = data?.data
    .slice(0, since)
    .filter(({ actor_id, action }) => action === 'changed' && actor_id !== me.id)
    .slice(0, 2)
  if (!others?.length) return null
  return (
    <section className={css.meanwhile} aria-label={say('這段時間的更改', 'What changed meanwhile')}>
      {others.map((change) => (
        <Change key={change.id} change={change} form={form} />
      ))}
      <p className="hint">
        {say(
          '您輸入的內容已保留；看過後再送出一次就會儲存。',
          'What you typed is kept; look at it, and send it again.',
        )}
      </p>
    </section>
  )
}

/** The number of changes since the form was filled; each change increments the version by one. */
const changesSince = (error: Error) => {
  if (!(error instanceof Refusal) || error.code !== 'stale') return 0
  const { version: now } = error.problem
  return typeof now === 'number' && error.version !== undefined ? Math.min(now - error.version, MOST) : 0
}
const MOST = 20

/** Only administrators may read the audit of these tables. */
const ofAdministrators = ['users', 'webhooks']

type ChangeProps = { change: Audit; form: HTMLFormElement | null }

const Change = ({ change: { actor_name, created_at, changes, names }, form }: ChangeProps) => {
  const say = useSay()
  return (
    <>
      <p>
        <b>{actor_name ?? say('系統', 'The service')}</b> <span className="soft">{dayAndTime(created_at)}</span>
      </p>
      <ul>
        {shownIn(changes).map(([field, [before, now]]) => (
          <li key={field}>
            <span className="soft">{labelOf(form, field) ?? nameOfField(say, field)}</span>
            <span>
              <del>
                <Value form={form} field={field} value={before} names={namesIn(names, field)} />
              </del>{' '}
              →{' '}
              <ins>
                <Value form={form} field={field} value={now} names={namesIn(names, field)} />
              </ins>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const shownIn = (changes: Audit['changes']) => Object.entries(changes).filter(([field]) => !hiddenFields.has(field))

const controlOf = (form: HTMLFormElement | null, field: string) => form?.querySelector(`[name="${CSS.escape(field)}"]`)

/** The label in the form, if it has the field. */
const labelOf = (form: HTMLFormElement | null, field: string) => {
  const label = form?.querySelector(`label[for="${CSS.escape(field)}"]`)
  return label?.textContent
}

type ValueProps = { form: HTMLFormElement | null; field: string; value: unknown; names: Names | undefined }

/** The value in the words of the form: the labels of a choice, and the names of referenced records. */
const Value = ({ form, field, value, names: ofRecords }: ValueProps) => {
  const say = useSay()
  const control = controlOf(form, field)
  const of = control instanceof HTMLInputElement ? control.dataset.of : undefined
  const names = useNames(of ?? '', of ? [value].flat().filter((id) => typeof id === 'number') : [])
  if (value === null || value === undefined || value === '') return <>–</>
  const options = control instanceof HTMLSelectElement ? [...control.options] : []
  const chosen = options.find((each) => each.value === String(value))?.text
  const named = [...names.values()].map(({ label, label_en }) => nameOf(say, { name: label, name_en: label_en }))
  return <>{chosen ?? (named.join(say('、', ', ')) || valueIn(say, field, value, ofRecords))}</>
}
