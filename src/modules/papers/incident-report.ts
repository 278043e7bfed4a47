import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { incidentsSeenBy } from '../on-the-road/incident.ts'
import { readers } from '../planned-trips/visible.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { peopleOf } from './people.ts'
import { inZone, tripOnPaper } from './trip.ts'

type Names = { name: string; name_en: string | null }
const person = (column: string) =>
  sql<Names | null>`(select json_build_object('name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(column)})`

const incidentOnPaper = theRow((db, { id, ...reader }: Acting & { id: number }) =>
  incidentsSeenBy(db, reader)
    .select(['incidents.id', 'incidents.planned_trip_id', 'incidents.kind', 'incidents.severity', 'incidents.place'])
    .select(['incidents.what', 'incidents.done', 'incidents.needs', 'incidents.reported_to', 'incidents.result'])
    .select([
      inZone('incidents.happened_at').as('happened_at'),
      inZone('incidents.created_at').as('arrived_at'),
      inZone('incidents.reported_at').as('reported_at'),
      inZone('incidents.closed_at').as('closed_at'),
      inZone('incident_due_at(incidents.happened_at, incidents.created_at)').as('due_at'),
      person('incidents.entered_by').as('author'),
      person('incidents.office_user_id').as('office_user'),
      person('incidents.closed_by').as('closer'),
      sql<number[]>`(select coalesce(json_agg(c.traveler_id order by c.traveler_id), '[]') from incident_travelers c
        where c.incident_id = incidents.id)`.as('travelers'),
      sql<
        object[]
      >`(select coalesce(json_agg(json_build_object('at', ${inZone('n.created_at')}, 'text', n.text, 'author', ${person('n.written_by')}) order by n.id), '[]')
        from incident_updates n where n.incident_id = incidents.id)`.as('updates'),
    ])
    .where('incidents.id', '=', id),
)

/** `/api/incidents/{id}/paper`: the report of an incident, for the authority and the insurer. */
export default routes((on) => {
  const summary =
    'The report of an incident as a PDF: facts, time line, people, itinerary and insurance; without numbers of passports and identity cards'
  const spec = { name: 'printIncident', access: readers, summary, template: 'incident-report' } as const
  paper(on, '/:id/paper', spec, async ({ db, actor, params: { id = 0 } }) => {
    const reader = actingOf(actor)
    const incident = await incidentOnPaper(db, { ...reader, id })
    const given = { ...reader, id: incident.planned_trip_id }
    const [trip, people] = await Promise.all([tripOnPaper(db, given), peopleOf(db, given)])
    return { file: `${trip.serial}-incident-${id}`, facts: { trip, incident, people } }
  })
})
