import { sql } from 'kysely'
import type { Route } from '../../kit/http/openapi/catalogue.ts'
import { type Role, roles } from '../roles.ts'

/**
 * The rights of an account by name, so that a client need not know the rights of each role. An ability stands for routes that the
 * same roles may call; an account has it if it may call them.
 */
// biome-ignore format: a table is read in rows.
const routesOf = {
  work_in_office: ['GET /api/users/list/options', 'GET /api/packages', 'GET /api/money/payments', 'GET /api/house/record'],
  administer: [
    'GET /api/users', 'POST /api/users', 'PUT /api/users/{id}', 'PUT /api/house/record', 'POST /api/cancellation-terms', 'GET /api/webhooks',
    'GET /api/jobs', 'GET /api/health', 'GET /api/notifications/examples', 'POST /api/persons/{id}/erase', 'POST /api/travelers/{id}/erase',
    'POST /api/tour-leaders/{id}/erase',
  ],
  wait_for_work: ['GET /api/work', 'GET /api/work/counts'],
  see_history: ['GET /api/audit', 'GET /api/persons', 'GET /api/persons/{id}'],
  decide_on_persons: ['PUT /api/persons/{id}', 'POST /api/persons/{id}/merge', 'POST /api/persons/{id}/distinct', 'POST /api/persons/{id}/split'],

  see_requests: ['GET /api/addon-requests', 'GET /api/addon-requests/{id}/communications'],
  open_requests: ['POST /api/addon-requests'],

  work_on_enquiries: [
    'GET /api/enquiries', 'GET /api/enquiries/{id}', 'POST /api/enquiries', 'PUT /api/enquiries/{id}', 'POST /api/enquiries/{id}/notes',
    'POST /api/enquiries/{id}/hand-over', 'POST /api/enquiries/{id}/lose', 'POST /api/enquiries/{id}/link', 'POST /api/sessions/{id}/enquiries',
  ],

  see_bookings: ['GET /api/bookings', 'GET /api/bookings/{id}'],
  edit_bookings: [
    'POST /api/bookings', 'POST /api/bookings/quote', 'PUT /api/bookings/{id}', 'POST /api/bookings/{id}/confirm', 'POST /api/bookings/{id}/cancel',
    'POST /api/bookings/{id}/reinstate', 'POST /api/bookings/{id}/transfer', 'POST /api/bookings/{id}/invitation', 'POST /api/bookings/{id}/link',
    'DELETE /api/bookings/{id}/price-lines/{line}', 'POST /api/travelers', 'DELETE /api/travelers/{id}', 'POST /api/travelers/{id}/cancel',
    'POST /api/travelers/{id}/restore', 'PUT /api/traveler-documents/{id}', 'POST /api/traveler-documents/{id}/verify',
    'POST /api/traveler-documents/wanted', 'POST /api/addon-requests/bulk/hand-over', 'POST /api/addon-requests/bulk/remind',
  ],
  hand_over_bookings: ['POST /api/bookings/{id}/hand-over', 'POST /api/bookings/bulk/hand-over'],
  record_payments: ['POST /api/bookings/{id}/payments', 'POST /api/bookings/{id}/receipt', 'POST /api/bookings/{id}/papers', 'POST /api/bookings/bulk/papers', 'PUT /api/bookings/{id}/price-lines/{line}'],
  approve_refunds: ['GET /api/refund-orders', 'POST /api/refund-orders/{id}/approve', 'POST /api/refund-orders/{id}/refuse'],
  see_approvals: ['GET /api/approvals', 'GET /api/approvals/{id}'],
  see_waiting_approvals: ['GET /api/approvals/waiting'],
  decide_approvals: ['POST /api/approvals/{id}/approve', 'POST /api/approvals/{id}/decline'],
  write_notes: ['POST /api/bookings/{id}/notes'],
  read_messages: ['GET /api/bookings/{id}/messages'],
  write_messages: ['POST /api/bookings/{id}/messages', 'PATCH /api/bookings/{id}/messages/read'],

  see_travelers: ['GET /api/travelers', 'GET /api/traveler-documents', 'POST /api/travelers/{id}/reveal'],
  edit_travelers: ['PUT /api/travelers/{id}', 'POST /api/travelers/{id}/export', 'POST /api/traveler-documents', 'POST /api/traveler-requests'],
  answer_special_requests: ['PUT /api/traveler-requests/{id}/status'],
  see_cancellation_fees: ['GET /api/travelers/{id}/cancellation'],

  edit_packages: ['POST /api/packages', 'PUT /api/packages/{id}', 'POST /api/packages/{id}/publish'],
  see_trips: ['GET /api/planned-trips', 'GET /api/planned-trips/{id}'],
  edit_trips: [
    'POST /api/planned-trips', 'PUT /api/planned-trips/{id}', 'PUT /api/planned-trips/{id}/status', 'POST /api/planned-trips/{id}/flights',
    'POST /api/planned-trips/{id}/stays', 'PUT /api/planned-trips/{id}/stays/{stay}/rooms', 'PUT /api/planned-trips/{id}/segments',
    'POST /api/planned-trips/{id}/deadlines', 'POST /api/planned-trips/propose-leaders', 'POST /api/planned-trips/propose-leaders/take',
  ],
  prepare_trips: ['GET /api/planned-trips/{id}/readiness', 'GET /api/planned-trips/{id}/deadlines', 'GET /api/planned-trips/{id}/messages', 'GET /api/planned-trips/{id}/status-history'],
  see_arrangements: ['GET /api/planned-trips/{id}/flights', 'GET /api/planned-trips/{id}/stays', 'GET /api/planned-trips/{id}/handovers'],
  write_to_travelers: ['POST /api/planned-trips/{id}/messages', 'POST /api/planned-trips/{id}/departure-notices'],
  tick_deadlines: ['PUT /api/planned-trips/{id}/deadlines/{deadline}'],
  enter_costs: ['POST /api/planned-trips/{id}/costs', 'PUT /api/planned-trips/{id}/costs/{cost}'],
  see_the_road: ['GET /api/planned-trips/{id}/on-the-road'],
  see_trips_under_way: ['GET /api/on-the-road'],
  report_incidents: ['POST /api/planned-trips/{id}/incidents', 'POST /api/incidents/{id}/updates'],
  handle_incidents: ['POST /api/incidents/{id}/take', 'POST /api/incidents/{id}/report', 'POST /api/incidents/{id}/close'],
  approve_expenses: [
    'POST /api/expenses/{id}/approve', 'POST /api/expenses/{id}/question', 'POST /api/expenses/{id}/refuse', 'POST /api/planned-trips/{id}/advances',
    'PUT /api/advances/{id}', 'POST /api/planned-trips/{id}/leader-account/close', 'POST /api/planned-trips/{id}/leader-account/reopen',
  ],
  invoice_margins: ['PUT /api/planned-trips/{id}/margin-invoice'],

  see_leaders: ['GET /api/tour-leaders', 'GET /api/leader-unavailabilities'],
  edit_leaders: ['POST /api/tour-leaders', 'PUT /api/tour-leaders/{id}', 'POST /api/tour-leaders/{id}/files', 'POST /api/leader-unavailabilities/{id}/decline'],
  assign_leaders: ['PUT /api/planned-trips/{id}/assigned-leader', 'POST /api/leader-unavailabilities/{id}/approve'],

  see_seminars: ['GET /api/seminars', 'GET /api/sessions'],
  edit_seminars: ['POST /api/seminars', 'DELETE /api/sessions/{id}'],
  invite_to_seminars: ['POST /api/sessions/{id}/attendances', 'POST /api/sessions/{id}/invitations'],
  check_in: ['POST /api/sessions/{id}/check-in'],
} as const satisfies Record<string, readonly string[]>

/** Abilities that a rule restricts further than the access of a route. The module with the rule names the roles. */
const ruled = [
  'record_refunds',
  'approve_discounts',
  'hand_over_sales_to_op',
  'hand_over_op_to_leader',
  'hand_over_leader_to_op',
] as const
export type Rules = Record<(typeof ruled)[number], readonly Role[]>

export type Ability = keyof typeof routesOf | (typeof ruled)[number]
export const abilities = [...(Object.keys(routesOf) as Ability[]), ...ruled] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** `abilitiesByRole` as JSON. */
    abilities: string
  }
}

/**
 * The abilities of each role, from the access of the routes. Throws if the routes of an ability do not exist or have different
 * roles.
 */
export function abilitiesByRole(catalogue: readonly Route[], rules: Rules): Record<Role, Ability[]> {
  const holders = new Map<Ability, readonly string[]>(Object.entries(rules) as [Ability, readonly Role[]][])
  for (const [ability, routes] of Object.entries(routesOf))
    holders.set(ability as Ability, holdersOf(catalogue, routes))
  const of = (role: Role) => abilities.filter((ability) => holders.get(ability)?.includes(role))
  return Object.fromEntries(roles.map((role) => [role, of(role)])) as Record<Role, Ability[]>
}

const holdersOf = (catalogue: readonly Route[], routes: readonly string[]) => {
  const [first = [], ...others] = routes.map((route) => [...accessOf(catalogue, route)].sort())
  const different = others.findIndex((access) => access.join() !== first.join())
  if (different >= 0) throw new Error(`${routes[0]} and ${routes[different + 1]} are open to different roles`)
  return first
}

const accessOf = (catalogue: readonly Route[], called: string) => {
  const [method = '', path] = called.split(' ')
  const access = catalogue.find((route) => route.path === path && route.methods.includes(method))?.access
  if (!Array.isArray(access)) throw new Error(`${called} is no route that some roles may call`)
  return access as readonly Role[]
}

/** SQL: the abilities of an account. `byRole` is `abilitiesByRole` as JSON. */
export function abilitiesColumn(byRole: string) {
  return sql<Ability[]>`(select coalesce(json_agg(distinct ability order by ability), '[]')
    from unnest(users.roles) as held (role), jsonb_array_elements_text(${byRole}::jsonb -> held.role) as owned (ability))`
}
