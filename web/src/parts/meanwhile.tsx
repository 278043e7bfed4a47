import './meanwhile.css'
import { useQuery } from '@tanstack/react-query'
import { type Audit, listAudit } from 'guidon-sdk'
import { guidon } from '../kit/api.ts'
import { dayAndTime } from '../kit/days.ts'
import { useMe } from '../kit/me.ts'
import { useSay } from '../kit/words.ts'

/** The tables of the records that pages are about. */
const tables: Record<string, string> = {
  accounts: 'users',
  bookings: 'bookings',
  leaders: 'tour_leaders',
  requests: 'addon_requests',
  travelers: 'travelers',
  trips: 'planned_trips',
}

const recordOfPage = () => {
  const [, folder = '', id] = /\/desk\/([a-z-]+)\/(\d+)/.exec(location.pathname) ?? []
  const table_name = tables[folder]
  return table_name && id ? { table_name, record_id: Number(id) } : undefined
}

/** What others changed in the record of this page while the reader was typing: who, when, and each field before and now. */
export default function Meanwhile({ form }: { form: HTMLFormElement | null }) {
  const say = useSay()
  const me = useMe()
  const about = recordOfPage()
  const { data } = useQuery({
    queryKey: ['audit', 'meanwhile', about],
    queryFn: () => listAudit(guidon, { ...about, sort: '-id', per_page: 5 }),
    enabled: about !== undefined && ['admin', 'manager', 'sales', 'department'].includes(me.role),
    staleTime: 0,
  })
  const others = data?.data.filter(({ actor_id, action }) => action === 'changed' && actor_id !== me.id).slice(0, 2)
  if (!others?.length) return null
  return (
    <section className="meanwhile" aria-label={say('這段時間的更改', 'What changed meanwhile')}>
      {others.map((change) => (
        <Change key={change.id} change={change} form={form} />
      ))}
      <p className="hint">
        {say('您輸入的內容還在；看過後再送出一次就會存檔。', 'What you typed is kept; look at it, and send it again.')}
      </p>
    </section>
  )
}

const Change = ({
  change: { actor_name, created_at, changes },
  form,
}: {
  change: Audit
  form: HTMLFormElement | null
}) => {
  const say = useSay()
  return (
    <>
      <p>
        <b>{actor_name ?? say('系統', 'The service')}</b> <span className="soft">{dayAndTime(created_at)}</span>
      </p>
      <ul>
        {Object.entries(changes).map(([field, [before, now]]) => (
          <li key={field}>
            <span className="soft">{labelOf(form, field)}</span>
            <span>
              <del>{shown(form, field, before)}</del> → <ins>{shown(form, field, now)}</ins>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const controlOf = (form: HTMLFormElement | null, field: string) => {
  const control = form?.elements.namedItem(field)
  return control instanceof RadioNodeList ? undefined : control
}

/** As the form calls it, if it has the field. */
const labelOf = (form: HTMLFormElement | null, field: string) => {
  const control = controlOf(form, field)
  const labels = control && 'labels' in control ? (control as HTMLInputElement).labels : undefined
  return labels?.[0]?.textContent ?? field.replaceAll('_', ' ')
}

const shown = (form: HTMLFormElement | null, field: string, value: unknown) => {
  if (value === null || value === undefined || value === '') return '–'
  const control = controlOf(form, field)
  const options = control instanceof HTMLSelectElement ? [...control.options] : []
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return options.find((each) => each.value === text)?.text ?? text
}
