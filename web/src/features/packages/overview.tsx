import * as label from 'guidon-sdk/labels'
import { deadlineOwnerWords } from 'guidon-sdk/words'
import type { ReactNode } from 'react'
import FileText from '~icons/lucide/file-text'
import { price } from '../../kit/money.ts'
import { nameOf, plural, type Say, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FeeSteps, stepsOf } from '../bookings/shared/fee-steps.tsx'
import { useAreas } from '../reference/shared/areas.ts'
import { deadlineIn } from '../trips/shared/deadline-name.ts'
import css from './packages.module.css'
import { type OnePackage, useNamesOf } from './queries.ts'

type Props = { one: OnePackage }

/** The description of the package, and the defaults of its trips. */
export const Overview = ({ one }: Props) => (
  <div className="halves">
    <div className="column">
      <About one={one} />
      <Deadlines one={one} />
    </div>
    <div className="column">
      <FactsCard one={one} />
      <Terms one={one} />
    </div>
  </div>
)

const About = ({ one }: Props) => {
  const say = useSay()
  const text = say(one.description ?? '', one.description_en ?? one.description ?? '')
  const lists = [
    [say(...label.highlights), one.highlights],
    [say(...label.inclusions), linesIn(say, one.inclusions, one.inclusions_en)],
    [say(...label.exclusions), linesIn(say, one.exclusions, one.exclusions_en)],
  ] as const
  const notes = say(
    one.important_notes ?? one.important_notes_en ?? '',
    one.important_notes_en ?? one.important_notes ?? '',
  )
  const isEmpty = !text && !notes && lists.every(([, lines]) => lines.length === 0)
  return (
    <Card title={say('介紹', 'About')}>
      {isEmpty ? (
        <Empty icon={FileText}>{say('還沒有介紹', 'No description yet')}</Empty>
      ) : (
        <div className={`within ${css.about}`}>
          {text && <p className={css.lines}>{text}</p>}
          {lists.map(([title, lines]) => lines.length > 0 && <Lines key={title} title={title} lines={lines} />)}
          {notes && (
            <Part title={say('注意事項', 'Please note')}>
              <p className={css.lines}>{notes}</p>
            </Part>
          )}
        </div>
      )}
    </Card>
  )
}

/** The lines in the reader's language, or in the other language if there are none. */
const linesIn = (say: Say, zh: readonly string[], en: readonly string[]) =>
  say((zh.length ? zh : en).join('\n'), (en.length ? en : zh).join('\n'))
    .split('\n')
    .filter(Boolean)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3>{title}</h3>
    {children}
  </div>
)

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <Part title={title}>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Part>
)

const FactsCard = ({ one }: Props) => {
  const say = useSay()
  const area = useAreas()?.find(({ value }) => value === one.area_id)
  const category = useNamesOf('/api/categories', [one.category_id])(one.category_id)
  const leader = one.leader_required_from_pax
  return (
    <Card title={say('資料', 'Details')}>
      <Facts
        facts={[
          [say(...label.area_id), area && nameOf(say, { name: area.label, name_en: area.label_en })],
          [say(...label.category), category],
          [say(...label.party_size), `${one.min_pax}–${one.max_pax}`],
          [say('需派領隊', 'Leader'), leader && say(`${leader} 人以上`, `from ${plural(leader, 'person', 'people')}`)],
          [say(...label.notes), one.notes],
        ]}
      />
    </Card>
  )
}

/** The terms of payment and cancellation. */
const Terms = ({ one: { payment_policy: pays, cancellation_policy: cancels } }: Props) => {
  const say = useSay()
  if (!pays && cancels.length === 0) return null
  return (
    <Card title={say('付款與取消', 'Payment and cancellation')}>
      <Facts
        facts={[
          [say(...label.deposit), pays && price(pays.deposit)],
          [say('尾款', 'Balance'), pays && before(say, pays.balance_days_before)],
        ]}
      />
      <FeeSteps steps={stepsOf(cancels)} />
    </Card>
  )
}

const before = (say: Say, days: number) => say(`出發前 ${days} 天`, `${plural(days, 'day')} before`)

const Deadlines = ({ one: { deadline_template: rules } }: Props) => {
  const say = useSay()
  if (rules.length === 0) return null
  return (
    <Card title={say('出團期限', 'Trip deadlines')} count={rules.length}>
      <table className="table">
        <tbody>
          {rules.map(({ key, name, name_en, days_before, owner }) => (
            <tr key={key}>
              <th scope="row">{name ? nameOf(say, { name, name_en }) : deadlineIn(say, key)}</th>
              <td>{before(say, days_before)}</td>
              <td>{say(...deadlineOwnerWords[owner])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
