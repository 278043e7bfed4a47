import type { Outbound } from '../../kit/outbound/outbound.ts'
import type { Environment } from './platform.ts'
import {
  type Account,
  type Answer,
  answerOf,
  type Call,
  type Issued,
  isSuccess,
  issueCall,
  issuedIn,
  type Order,
  orderSearchCall,
  signedIssue,
  stateIn,
} from './protocol.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface JobTools {
    /** An address that takes the place of that of the platform. Tests and drills set it. */
    receiptPlatformUrl?: string | undefined
  }
}

const hosts = {
  test: 'https://capi.travelinvoice.com.tw',
  production: 'https://api.travelinvoice.com.tw',
} as const satisfies Record<Environment, string>

/** The platform as one account speaks to it. */
export type Platform = {
  outbound: Outbound
  receiptPlatformUrl?: string | undefined
  environment: Environment
  account: Account
}

/** Tells the platform something. Undefined: no whole answer came, so nobody knows whether it was done. */
export async function tell({ outbound, receiptPlatformUrl, environment }: Platform, { path, body }: Call) {
  const { status, words } = await outbound.post(
    (receiptPlatformUrl ?? hosts[environment]) + path,
    { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Guidon' },
    body,
  )
  const answer = status === 200 ? answerOf(words) : undefined
  return answer && isUnsure.has(answer.status) ? undefined : answer
}

/** Codes that say that something broke on the way, not that it was refused. */
const isUnsure: ReadonlySet<string> = new Set(['KEY10014', 'NOR10001', 'INV20100'])

export type Outcome<Done> = { done: Done } | { refused: string } | 'silent'

/** Has a receipt issued. A number that was taken before may be that of a try whose answer was lost, so it is asked for. */
export async function issue(platform: Platform, order: Order, at: Date): Promise<Outcome<Issued>> {
  const answer = await tell(platform, issueCall(order, platform.account, at))
  if (answer?.status === TAKEN) {
    const asked = await askForOrder(platform, order, at)
    return asked === 'unknown' ? { refused: refusalIn(answer) } : asked
  }
  if (!isSuccess(answer)) return refusedOrSilent(answer)
  const issued = signedIssue(answer, platform.account)
  return issued ? { done: issued } : 'silent'
}
const TAKEN = 'INV10016'

/** Asks what became of an order number. `unknown`: the platform has never had it. */
export async function askForOrder(platform: Platform, order: Order, at: Date): Promise<Outcome<Issued> | 'unknown'> {
  const answer = await tell(platform, orderSearchCall(order.order_no, platform.account, at))
  if (answer && NOT_FOUND.has(answer.status)) return 'unknown'
  if (!isSuccess(answer)) return refusedOrSilent(answer)
  const rows = answer.rows.filter((row) => row.MerchantOrderNo === order.order_no && stateIn(row) !== 'cancelled')
  const [row] = rows
  if (!row) return 'unknown'
  const issued = issuedIn(row)
  if (!issued) return 'silent'
  return isSame(order, row) ? { done: issued } : { refused: `${OTHER} ${issued.number}` }
}
const NOT_FOUND: ReadonlySet<string> = new Set(['BS10006', 'INV20006'])
/** The platform has another receipt under our number: that of another installation, or of before a restore. */
const OTHER = 'OTHER'

const isSame = ({ amount, buyer }: Order, row: Readonly<Record<string, string>>) =>
  Number(row.TotalAmt) === amount && (row.BuyerUBN ?? '') === (buyer.ubn ?? '')

export function refusedOrSilent(answer: Answer | undefined): { refused: string } | 'silent' {
  return answer ? { refused: refusalIn(answer) } : 'silent'
}

/** The code of a refusal with the platform's own text, as it is kept. */
const refusalIn = ({ status, message }: Answer) => `${status} ${message}`.trim().slice(0, 500)
