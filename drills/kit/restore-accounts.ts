import type { Context } from './context.ts'
import { openSession, type Person } from './people.ts'

/** Callers may change and delete each other's accounts, so the original accounts are restored now and then. */
export const accountRestorer = async ({ query, people }: Context) => {
  const ids = Object.values(people).map(({ id }) => id)
  const rows = await query(`select ${kept} from users where id = any($1)`, [ids])
  return () =>
    query(
      `insert into users (${kept}) overriding system value select ${kept} from jsonb_populate_recordset(null::users, $1)
       on conflict (id) do update set (${restored}) = (select ${restored.replace(/\w+/g, 'excluded.$&')})`,
      [JSON.stringify(rows)],
    )
}
const restored = 'name, email, role, department, departments, status, tour_leader_id'
const kept = `id, ${restored}`

/** Opens a new session for a caller whose session was ended. */
export const signInAgain = async ({ query }: Context, person: Person) => {
  person.token = await openSession(query, person.id).catch(() => person.token)
}
