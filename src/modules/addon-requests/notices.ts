import type { Tx } from '../../kit/db/tables.ts'
import { on } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs.ts'
import type { Words } from '../../kit/words.ts'
import { notify } from '../notifications/actions.ts'
import { type TurnName, turns } from './flow.ts'
import { responseWords } from './labels.ts'
import './offers/mails.ts'
import { type Concerned, concerned, peopleOf } from './people.ts'

/** Tells the parties of a request something, except the one who did it. */
export const tell = async (
  tx: Tx,
  about: Concerned,
  parties: readonly (keyof typeof peopleOf)[],
  event: string,
  title: Words,
  body: Words,
  except = 0,
) => {
  const people: number[] = []
  for (const party of parties) people.push(...(await peopleOf[party](tx, about)))
  await notify(
    tx,
    people.filter((person) => person !== except),
    {
      event: `addon-request.${event}`,
      title: subject(about, title),
      body,
      subject: { type: 'addon_request', id: about.id },
    },
    event !== 'sales-forward',
  )
}

const subject = ({ request_number }: Concerned, [zh, en]: Words): Words => [
  `${request_number} ${zh}`,
  `${request_number} ${en}`,
]
const matter = ({ type_name, type_name_en, traveler, serial }: Concerned): Words => [
  `${serial} ${traveler}：${type_name}`,
  `${serial} ${traveler}: ${type_name_en ?? type_name}`,
]

on(
  'addon-request.created',
  'the department hears of it, and is asked to quote where a price is needed',
  async (tx, { request_id, actor_id, needs_quote, needs_approval }) => {
    const about = await concerned(tx, request_id)
    const title: Words = needs_quote ? ['新的申請，請報價', 'New request: please quote'] : ['新的申請', 'New request']
    await tell(tx, about, ['department'], 'created', title, matter(about), actor_id)
    if (needs_approval)
      await tell(tx, about, ['admin'], 'created', ['申請待核准', 'Request awaiting approval'], matter(about), actor_id)
  },
)

on(
  'addon-request.turned',
  'those it concerns hear of it',
  async (tx, { request_id, turn, actor_id, answer, entry_id }) => {
    const about = await concerned(tx, request_id)
    const { tells } = turns[turn]
    const [zh, en] = titles[turn]
    const [answerZh, answerEn] = answer ? responseWords[answer] : ['', '']
    const title: Words = answer ? [`${zh}：${answerZh}`, `${en}: ${answerEn}`] : [zh, en]
    await tell(tx, about, tells, turn, title, matter(about), actor_id)
    if (turn === 'sales-forward') await enqueue(tx, 'addon-requests.offer', { communication_id: entry_id })
  },
)

on('addon-request.said', 'the other side hears of a message', async (tx, { request_id, actor_id, is_internal }) => {
  const about = await concerned(tx, request_id)
  const title: Words = ['新的訊息', 'New message']
  await tell(
    tx,
    about,
    is_internal ? ['sales', 'department'] : ['sales', 'customer'],
    'message',
    title,
    matter(about),
    actor_id,
  )
})

const titles: Record<TurnName, Words> = {
  approve: ['已核准', 'Approved'],
  decline: ['未核准', 'Not approved'],
  cancel: ['已取消', 'Cancelled'],
  'sales-inquiry': ['業務詢問', 'Sales inquiry'],
  'department-quote': ['部門已報價', 'Department quote'],
  'sales-forward': ['您有新的報價', 'You have an offer'],
  'customer-response': ['客戶已回覆', 'Customer answered'],
  'sales-confirm': ['業務已確認客戶回覆', 'Sales confirmed the answer'],
  'department-final': ['已完成', 'Completed'],
}
