import type { Me } from 'guidon-sdk'

// What the reader may do, according to the service. Pages and buttons that would be refused are hidden.

type Who = Pick<Me, 'may'>
type Ability = Me['may'][number]

const mayDo =
  (ability: Ability) =>
  ({ may }: Who) =>
    may.includes(ability)

export const isStaff = mayDo('work_in_office')
export const isAdmin = mayDo('administer')
export const hasWork = mayDo('wait_for_work')
export const seesPersons = mayDo('see_history')
export const decidesOnPersons = mayDo('decide_on_persons')

export const seesRequests = mayDo('see_requests')
export const opensRequests = mayDo('open_requests')

export const worksOnEnquiries = mayDo('work_on_enquiries')

export const seesBookings = mayDo('see_bookings')
export const editsBookings = mayDo('edit_bookings')
export const handsOverBookings = mayDo('hand_over_bookings')
export const recordsPayments = mayDo('record_payments')
export const seesApprovals = mayDo('see_approvals')
export const seesWaitingApprovals = mayDo('see_waiting_approvals')
export const decidesApprovals = mayDo('decide_approvals')
export const writesNotes = mayDo('write_notes')
export const readsMessages = mayDo('read_messages')
export const writesMessages = mayDo('write_messages')
export const approvesRefunds = mayDo('approve_refunds')
export const recordsRefunds = mayDo('record_refunds')
export const approvesDiscounts = mayDo('approve_discounts')

export const seesTravelers = mayDo('see_travelers')
export const editsTravelers = mayDo('edit_travelers')
export const answersSpecialRequests = mayDo('answer_special_requests')
export const seesCancellationFees = mayDo('see_cancellation_fees')

export const editsPackages = mayDo('edit_packages')
export const seesTrips = mayDo('see_trips')
export const editsTrips = mayDo('edit_trips')
export const seesPreparations = mayDo('prepare_trips')
export const seesArrangements = mayDo('see_arrangements')
export const writesToTravelers = mayDo('write_to_travelers')
export const ticksDeadlines = mayDo('tick_deadlines')
export const entersCosts = mayDo('enter_costs')
export const seesTheRoad = mayDo('see_the_road')
export const seesTripsUnderWay = mayDo('see_trips_under_way')
export const reportsIncidents = mayDo('report_incidents')
export const handlesIncidents = mayDo('handle_incidents')
export const approvesExpenses = mayDo('approve_expenses')
export const invoicesMargins = mayDo('invoice_margins')
export const handsOver = (kind: 'sales_to_op' | 'op_to_leader' | 'leader_to_op') => mayDo(`hand_over_${kind}`)

export const seesLeaders = mayDo('see_leaders')
export const editsLeaders = mayDo('edit_leaders')
export const assignsLeaders = mayDo('assign_leaders')

export const seesSeminars = mayDo('see_seminars')
export const editsSeminars = mayDo('edit_seminars')
export const invitesToSeminars = mayDo('invite_to_seminars')
export const checksIn = mayDo('check_in')

export const everybody = (_who: Who) => true
