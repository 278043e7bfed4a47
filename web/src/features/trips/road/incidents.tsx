import { takeIncident } from 'guidon-sdk'
import { incidentKindWords, incidentSeverityWords } from 'guidon-sdk/words'
import ShieldCheck from '~icons/lucide/shield-check'
import { dayAndTime, fromNow } from '../../../kit/days.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { handlesIncidents, reportsIncidents } from '../../../kit/roles.ts'
import { locale, nameOf, useSay } from '../../../kit/words.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { Ago } from '../ago.tsx'
import type { Trip } from '../queries.ts'
import { type Incident, roadChanges } from './parts.ts'
import css from './road.module.css'

const ReportSheet = lazy(() => import('./report-sheet.tsx'))
const UpdateSheet = lazy(() => import('./update-sheet.tsx'))
const PassOnSheet = lazy(() => import('./pass-on-sheet.tsx'))
const CloseSheet = lazy(() => import('./close-sheet.tsx'))

/** What went wrong on a trip, with what happened since; those that are open are first. */
export const Incidents = ({ trip, incidents }: { trip: Trip; incidents: Incident[] }) => {
  const say = useSay()
  const open = incidents.filter(({ closed_at }) => closed_at === null)
  const closed = incidents.filter(({ closed_at }) => closed_at !== null)
  return (
    <Card
      title={say('事故', 'Incidents')}
      count={incidents.length || undefined}
      aside={
        reportsIncidents(useMe()) && (
          <OpenButton words={['通報事故…', 'Report an incident…']}>
            {(close) => <ReportSheet trip={trip.id} close={close} />}
          </OpenButton>
        )
      }
    >
      {incidents.length === 0 && (
        <Empty why="done" icon={ShieldCheck}>
          {say('沒有事故', 'Nothing went wrong')}
        </Empty>
      )}
      <ul className={css.entries}>
        {[...open, ...closed].map((incident) => (
          <OneIncident key={incident.id} incident={incident} />
        ))}
      </ul>
    </Card>
  )
}

const OneIncident = ({ incident }: { incident: Incident }) => {
  const say = useSay()
  const {
    kind,
    severity,
    happened_at,
    place,
    what,
    done,
    needs,
    travelers,
    author,
    updates,
    result,
    closed_at,
    closer,
  } = incident
  return (
    <li className={closed_at === null ? css.open : ''}>
      <p className={css.line}>
        <b>{say(...incidentKindWords[kind])}</b>
        <span className={`badge ${severity === 'low' ? 'quiet' : severity === 'medium' ? 'near' : 'missing'}`}>
          {say(...incidentSeverityWords[severity])}
        </span>
        <Deadline incident={incident} />
      </p>
      <p className="small soft">
        {dayAndTime(happened_at)}
        {place && `・${place}`}・{nameOf(say, author)}
        {travelers.length > 0 && `・${travelers.map(({ name }) => name).join(say('、', ', '))}`}
      </p>
      <p className={css.words}>{what}</p>
      {done && <Said words={say('已處理', 'Done')} text={done} />}
      {needs && <Said words={say('需要協助', 'Needed')} text={needs} />}
      {updates.length > 0 && (
        <ul className={css.updates}>
          {updates.map(({ id, text, author, created_at }) => (
            <li key={id} className="small">
              <span className="soft">
                {nameOf(say, author)}・<Ago at={created_at} />
              </span>
              <p className={css.words}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {result && closer && (
        <Said words={say(`${nameOf(say, closer)}結案`, `Closed by ${nameOf(say, closer)}`)} text={result} />
      )}
      <Acts incident={incident} />
    </li>
  )
}

const Said = ({ words, text }: { words: string; text: string }) => (
  <p className={`${css.words} small`}>
    <span className="soft">{words}　</span>
    {text}
  </p>
)

/** Until when it has to be reported, with what remains; late is red. */
const Deadline = ({ incident: { due_at, is_late, reported_at, reported_to, closed_at } }: { incident: Incident }) => {
  const say = useSay()
  if (reported_at)
    return (
      <span className={`small ${is_late ? 'late' : 'soft'}`}>
        {say(
          `${dayAndTime(reported_at)} 通報 ${reported_to}`,
          `reported to ${reported_to} on ${dayAndTime(reported_at)}`,
        )}
      </span>
    )
  if (closed_at) return <span className={`small ${is_late ? 'late' : 'soft'}`}>{say('已結案', 'closed')}</span>
  return (
    <time className={`small ${is_late ? 'late' : 'soft'}`} dateTime={due_at} title={dayAndTime(due_at)}>
      {is_late
        ? say(`通報已逾期（${dayAndTime(due_at)}）`, `report overdue since ${dayAndTime(due_at)}`)
        : say(`通報期限 ${fromNow(due_at)}`, `report due ${fromNow(due_at)}`)}
    </time>
  )
}

const Acts = ({ incident }: { incident: Incident }) => {
  const say = useSay()
  const me = useMe()
  const { id, version, kind, office_user, closed_at, reported_at } = incident
  const about = incidentKindWords[kind]
  const isOpen = closed_at === null
  return (
    <div className={css.acts}>
      {isOpen && reportsIncidents(me) && (
        <OpenButton words={['補充進展…', 'Add news…']} about={about} className="button">
          {(close) => <UpdateSheet incident={incident} close={close} />}
        </OpenButton>
      )}
      {isOpen && handlesIncidents(me) && (
        <>
          {office_user?.id !== me.id && (
            <ActButton
              words={['由我處理', 'Take charge']}
              about={say(...about)}
              act={(guidon) => takeIncident(guidon, id, { version })}
              says={['由您處理', 'You are in charge']}
              changes={roadChanges}
            />
          )}
          {reported_at === null && (
            <OpenButton words={['登錄通報…', 'Record the report…']} about={about} className="button">
              {(close) => <PassOnSheet incident={incident} close={close} />}
            </OpenButton>
          )}
          <OpenButton words={['結案…', 'Close…']} about={about} className="button">
            {(close) => <CloseSheet incident={incident} close={close} />}
          </OpenButton>
        </>
      )}
      <a
        className="button plain"
        href={`/api/incidents/${id}/paper?locale=${locale.now()}`}
        target="_blank"
        rel="noreferrer"
      >
        {say('事故報告（PDF）', 'Report (PDF)')}
        <span className="unseen"> {say(...about)}</span>
      </a>
      {office_user && isOpen && (
        <span className="small soft">
          {say(`${nameOf(say, office_user)}處理中`, `${nameOf(say, office_user)} is in charge`)}
        </span>
      )}
    </div>
  )
}
