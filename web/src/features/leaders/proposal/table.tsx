import { useQuery } from '@tanstack/react-query'
import {
  type PlannedTripLeaderCandidate,
  type PlannedTripProposeLeader,
  Refusal,
  takeProposedLeaders,
} from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { span } from '../../../kit/days.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import { candidatesOf } from '../shared/candidates.ts'
import css from './proposal.module.css'

type Candidate = PlannedTripLeaderCandidate
type Row = PlannedTripProposeLeader['rows'][number]
type Props = { rows: Row[]; again: () => unknown }

/** Each trip with the leader who is proposed for it; those that stay ticked are assigned together. */
export const ProposalTable = ({ rows, again }: Props) => {
  const say = useSay()
  const [left, setLeft] = useState(new Set<number>())
  const [chosen, setChosen] = useState<ReadonlyMap<number, Candidate>>(new Map())
  const { mutate, error, isPending } = useWrite({
    send: (taken: Row[], guidon) =>
      takeProposedLeaders(guidon, {
        rows: taken.map(({ planned_trip_id, tour_leader_id, version }) => ({
          planned_trip_id,
          tour_leader_id,
          version,
        })),
      }),
    says: (assigned) => ({
      title: say(`已指派 ${assigned.length} 團的領隊`, `Leaders assigned to ${plural(assigned.length, 'trip')}`),
    }),
    changes: ['leader-proposal', 'trips', 'schedule', 'leave', 'work'],
    // What has changed cannot be taken as it was proposed.
    failed: (refused) => setLeft(new Set([...left, ...outdatedIn(refused).keys()])),
  })
  const outdated = outdatedIn(error)
  const shown = rows.map((row) => withChosen(row, chosen.get(row.planned_trip_id)))
  const taken = shown.filter(({ planned_trip_id }) => !left.has(planned_trip_id))
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const isAll = taken.length === rows.length
  return (
    <>
      <ListTable className={css.rows} columns={columns} rows={shown}>
        {(row) => (
          <Proposed
            key={row.planned_trip_id}
            row={row}
            busy={busyBeside(row, taken)}
            choose={(candidate) => setChosen(new Map(chosen).set(row.planned_trip_id, candidate))}
            isTaken={!left.has(row.planned_trip_id)}
            toggle={() => toggle(row.planned_trip_id)}
            outdated={outdated.get(row.planned_trip_id)}
          />
        )}
      </ListTable>
      <div className={css.take}>
        <Refused error={error} />
        <label className="choice">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => setLeft(isAll ? new Set(rows.map(({ planned_trip_id }) => planned_trip_id)) : new Set())}
          />
          {say('全選', 'All')}
        </label>
        <p className="small soft">
          {say('領隊、OP 與業務會收到通知。', 'Leaders, operations and sales are notified.')}
        </p>
        {outdated.size > 0 && (
          <button type="button" className="button" onClick={() => again()}>
            {say('重新提案', 'Propose anew')}
          </button>
        )}
        <button
          type="button"
          className="button main"
          disabled={isPending || taken.length === 0}
          onClick={() => mutate(taken)}
        >
          {say(`指派 ${taken.length} 團`, `Assign ${plural(taken.length, 'trip')}`)}
        </button>
      </div>
    </>
  )
}

/** A row with the leader that the reader has chosen instead. */
const withChosen = (row: Row, candidate: Candidate | undefined): Row => {
  if (!candidate) return row
  const { tour_leader, score, reasons } = candidate
  return { ...row, tour_leader_id: tour_leader.id, tour_leader, score, reasons }
}

/** The leaders of other rows on the same days. */
const busyBeside = ({ planned_trip_id, planned_trip: { departure_date, return_date } }: Row, rows: readonly Row[]) => {
  const beside = rows.filter(
    ({ planned_trip: other, ...row }) =>
      row.planned_trip_id !== planned_trip_id &&
      other.departure_date <= return_date &&
      departure_date <= other.return_date,
  )
  return new Map(beside.map((row) => [row.tour_leader_id, row.planned_trip.serial]))
}

type Outdated = { planned_trip_id: number; label: string; label_en: string }

/** The rows that a refusal names, by their trips. */
const outdatedIn = (error: Error | null) => {
  const rows = error instanceof Refusal && error.code === 'proposal_outdated' ? error.problem.rows : []
  return new Map((rows as Outdated[]).map((row) => [row.planned_trip_id, row]))
}

const columns: Column[] = [
  { words: ['指派', 'Assign'] },
  { words: label.trip },
  { words: ['出發', 'Departure'] },
  { words: label.leader_id },
  { words: label.reasons },
]

// Papers to be arranged, or days off that are not certain.
const DRAWBACK = -8

type ProposedProps = {
  row: Row
  isTaken: boolean
  toggle: () => void
  outdated: Outdated | undefined
  busy: ReadonlyMap<number, string | null>
  choose: (candidate: Candidate) => void
}

const Proposed = ({ row, isTaken, toggle, outdated, busy, choose }: ProposedProps) => {
  const say = useSay()
  const { planned_trip: trip, tour_leader: leader, reasons } = row
  // What counts for or against the leader; the rest only says that nothing is in the way.
  const counting = reasons.filter(({ points }) => points !== 0).sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return (
    <tr className={isTaken ? '' : css.left}>
      <td>
        <input
          type="checkbox"
          checked={isTaken}
          onChange={toggle}
          aria-label={say(
            `指派 ${nameOf(say, leader)} 帶 ${trip.serial}`,
            `Assign ${nameOf(say, leader)} to ${trip.serial}`,
          )}
        />
      </td>
      <td>
        <SubjectLink subject={{ type: 'planned_trip', id: trip.id }}>{nameOf(say, trip)}</SubjectLink>
        <span className="sub">{trip.serial}</span>
      </td>
      <td className={css.days}>{span(trip.departure_date, trip.return_date)}</td>
      <td>
        <LeaderChoice row={row} busy={busy} choose={choose} />
      </td>
      <td>
        {outdated && (
          <p className="late small" role="alert">
            {say(outdated.label, outdated.label_en)}
          </p>
        )}
        <ul className={`${css.reasons} small`}>
          {counting.map(({ label, label_en, points }) => (
            <li key={label} className={points <= DRAWBACK ? 'late' : 'soft'}>
              {say(label, label_en)}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** The proposed leader, or another one who can lead the trip. The others are read when somebody wants to see them. */
const LeaderChoice = ({ row, busy, choose }: Pick<ProposedProps, 'row' | 'busy' | 'choose'>) => {
  const say = useSay()
  const [isWanted, setWanted] = useState(false)
  const { planned_trip: trip, tour_leader: leader } = row
  const { data } = useQuery({ ...candidatesOf(trip.id), enabled: isWanted })
  const able = data?.filter(({ is_blocked }) => !is_blocked) ?? []
  const open = () => setWanted(true)
  const wordsOf = ({ tour_leader, score }: Pick<Candidate, 'tour_leader' | 'score'>) => {
    const other = busy.get(tour_leader.id)
    const beside = other ? say(`，同時帶 ${other}`, `, leads ${other} then`) : ''
    return `${nameOf(say, tour_leader)} ${say(`${score} 分`, plural(score, 'point'))}${beside}`
  }
  return (
    <select
      className="input"
      aria-label={say(`${trip.serial} 的領隊`, `Leader of ${trip.serial}`)}
      value={leader.id}
      onFocus={open}
      onPointerEnter={open}
      onChange={({ target }) => {
        const candidate = able.find(({ tour_leader }) => String(tour_leader.id) === target.value)
        if (candidate) choose(candidate)
      }}
    >
      {!able.some(({ tour_leader }) => tour_leader.id === leader.id) && (
        <option value={leader.id}>{wordsOf(row)}</option>
      )}
      {able.map((candidate) => (
        <option key={candidate.tour_leader.id} value={candidate.tour_leader.id}>
          {wordsOf(candidate)}
        </option>
      ))}
    </select>
  )
}
