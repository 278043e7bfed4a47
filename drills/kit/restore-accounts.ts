import type { Context } from './context.ts'
import { openSession, type Person } from './people.ts'

/**
 * Callers may change and delete each other's accounts, so the original accounts are restored at intervals: with one statement for
 * each account, because a statement that locks several accounts and a request that locks them in another order would deadlock.
 */
export const accountRestorer = async ({ query, people }: Context) => {
  const ids = Object.values(people).map(({ id }) => id)
  const rows = await query(`select ${kept} from users where id = any($1)`, [ids])
  return () => Promise.all(rows.map((row) => query(restoring, [JSON.stringify(row)])))
}
const restored = 'name, email, role, departments, status, tour_leader_id'
const kept = `id, ${restored}`
const restoring = `
  insert into users (${kept}) overriding system value select ${kept} from jsonb_populate_record(null::users, $1)
      on conflict (id) do update set (${restored}) = (select ${restored.replace(/\w+/g, 'excluded.$&')})`

/** Opens a new session for a caller whose session was ended. */
export const signInAgain = async ({ query }: Context, person: Person) => {
  person.token = await openSession(query, person.id).catch(() => person.token)
}
