import { type PlannedTripProposeLeader, Refusal, takeProposedLeaders } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import { span } from '../../../kit/days.ts'
import { nameOf, plural, useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { type Column, ListTable } from '../../../ui/lists/list-table.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { SubjectLink } from '../../../ui/subject-link.tsx'
import css from './proposal.module.css'

type Row = PlannedTripProposeLeader['rows'][number]
type Props = { rows: Row[]; again: () => unknown }

/** Each trip with the leader who is proposed for it; those that stay ticked are assigned together. */
export const ProposalTable = ({ rows, again }: Props) => {
  const say = useSay()
  const [left, setLeft] = useState(new Set<number>())
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
  const taken = rows.filter(({ planned_trip_id }) => !left.has(planned_trip_id))
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const isAll = taken.length === rows.length
  return (
    <>
      <ListTable className={css.rows} columns={columns} rows={rows}>
        {(row) => (
          <Proposed
            key={row.planned_trip_id}
            row={row}
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

type ProposedProps = { row: Row; isTaken: boolean; toggle: () => void; outdated: Outdated | undefined }

const Proposed = ({ row, isTaken, toggle, outdated }: ProposedProps) => {
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
        <SubjectLink subject={{ type: 'tour_leader', id: leader.id }}>{nameOf(say, leader)}</SubjectLink>
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
