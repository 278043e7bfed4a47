import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { askApproval } from '../../../modules/approvals/actions.ts'
import { enterUnavailability } from '../../../modules/leader-calendar/days-off.ts'
import { byIn } from '../../../modules/travelers/rules.ts'
import type { Calendar } from '../calendar.ts'
import { backgroundEnded } from '../past.ts'
import { one, type People } from '../people.ts'

type Stage = { calendar: Calendar; people: People; leaders: Map<string, number>; keys: Keys }

/** What waits for a manager beside the add-ons: a discount above the limit, and a day off on which the leader would travel. */
export async function askForApprovals(tx: Tx, { calendar, people, leaders, keys }: Stage) {
  await askForDiscount(tx, { calendar, people, keys })
  const tour_leader_id = leaders.get('L001') ?? 0
  const leader = { ...one(people, 'leader'), tour_leader_id }
  const day = `${calendar.day('44')}`
  await enterUnavailability(tx, leader, {
    ...{ tour_leader_id, type: 'personal', starts_on: day, ends_on: day, reason: '女兒的畢業典禮' },
  })
}

const askForDiscount = async (tx: Tx, { calendar, people, keys }: Omit<Stage, 'leaders'>) => {
  const booking = await tx
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', 'like', 'ITA%-001')
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  if (!booking) return
  const sales = one(people, 'sales')
  const id = await askApproval(tx, { ...byIn({ keys })(sales), actor_id: sales.id }, 'discount', {
    booking_id: booking.id,
    reason: '許先生今年第三次參團，同業每人便宜一萬五，請給蜜月優惠。',
    params: discount,
  })
  await backgroundEnded(tx)
  await askedAt(tx, id, `${calendar.instant('-1 16:40')}`)
}

const discount: object = {
  ...{ description: '老客戶蜜月優惠', description_en: 'Honeymoon of a regular customer' },
  ...{ quantity: 2, unit_price: 15_000 },
}

/** Moves what asking has just written to the time when it was asked. */
const askedAt = async (tx: Tx, id: number, moment: string) => {
  await sql`alter table approvals disable trigger user`.execute(tx)
  await sql`update approvals set created_at = ${moment}, updated_at = ${moment} where id = ${id}`.execute(tx)
  await sql`alter table approvals enable trigger user`.execute(tx)
  await sql`
    with told as (
      update notifications set created_at = ${moment} where event = 'approval.asked' and created_at = now()
    )
    update audit set created_at = ${moment} where table_name = 'approvals' and record_id = ${id}`.execute(tx)
}
