import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { labelled, oneOf, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { moneyReaders } from '../roles.ts'
import type { Whose } from './group.ts'
import { groupKeys, leaderOf, workByPerson, workCounts, workOf } from './queries.ts'
import { type Team, teams, WorkCounts, WorkGroup, WorkOfPerson } from './schema.ts'
import { leadsAll, teamsOf, workOfOwn } from './whose.ts'

const access = [...moneyReaders, 'leader'] as const
const team = { for: labelled(Type.Optional(oneOf(teams)), ['哪一組', 'For']) }
const query = Type.Object(
  {
    ...team,
    user_id: Type.Optional(ref()),
    whose: labelled(Type.Optional(oneOf(['mine', 'team'])), ['我的或全組', 'Mine or of the team']),
  },
  { additionalProperties: false },
)
type Asked = { for?: Team; user_id?: number; whose?: 'mine' | 'team' }

export default routes((on) => {
  on.get(
    '',
    {
      name: 'getWork',
      access,
      summary:
        'Everything that waits for the caller, or with `whose=team` for its whole team, in groups with the first ten records, or `group` alone with up to 200; administrators and managers may ask for another team or person',
      slow: true,
      query: Type.Object(
        { ...query.properties, group: labelled(Type.Optional(oneOf(groupKeys)), ['只看這一項', 'Only this group']) },
        { additionalProperties: false },
      ),
      returns: Type.Array(WorkGroup),
      noFile: true,
      etag: 'none',
    },
    async ({ db, actor, query: { group, ...query } }) =>
      workOf(db, asked(actor, query), await whoseWork(db, actor, query), group),
  )

  on.get(
    '/counts',
    {
      name: 'countWork',
      access,
      summary: 'How many records wait for the caller in each group',
      slow: true,
      query,
      returns: WorkCounts,
      etag: 'none',
    },
    async ({ db, actor, query }) => workCounts(db, asked(actor, query), await whoseWork(db, actor, query)),
  )

  on.get(
    '/people',
    {
      name: 'listWorkByPerson',
      access: ['admin', 'manager'],
      summary:
        'How much waits for each person of a team, who has most that is late first; null is what nobody has taken',
      slow: true,
      query: Type.Object(team, { additionalProperties: false }),
      returns: Type.Array(WorkOfPerson),
      etag: 'none',
    },
    ({ db, actor, query }) => workByPerson(db, asked(actor, query)),
  )
})

const asked = (actor: Actor, { for: team, user_id }: Asked): readonly Team[] => {
  if (team !== undefined) return leadsAll(actor.roles) ? [team] : refuseOthers()
  if (user_id !== undefined) refuseField('for', ['請一併指定哪一組的工作。', 'Say the work of which team as well.'])
  return teamsOf(actor)
}

const whoseWork = async (db: Db, actor: Actor, { for: team, user_id, whose }: Asked): Promise<Whose> => {
  if (team === undefined) return workOfOwn(actor, whose)
  if (user_id === undefined) return {}
  return { me: user_id, ...(team === 'leader' && { leader: (await leaderOf(db, user_id)) ?? 0 }) }
}

const refuseOthers = () =>
  refuse('forbidden', {
    detail: [
      '只有管理員與主管能看別人的工作；請只看自己的工作。',
      'Only administrators and managers see the work of others; read your own.',
    ],
    also: { roles: ['admin', 'manager'] },
  })
