import type { User } from 'guidon-sdk'

// Which roles see which places. The service decides what a role may read and do; these spare people pages that would be refused.

type Who = Pick<User, 'role'>

export const isStaff = ({ role }: Who) => role !== 'customer' && role !== 'leader'

/** Add-on requests are not for leaders and finance. */
export const seesRequests = ({ role }: Who) => role !== 'leader' && role !== 'finance'

/** Customers know their bookings, not the trips of the house. */
export const seesTrips = ({ role }: Who) => role !== 'customer'

export const seesBookings = ({ role }: Who) => role !== 'leader'

/** Bookings are made and changed by sales. */
export const editsBookings = ({ role }: Who) => role === 'sales' || role === 'admin'

/** Payments are recorded by sales and finance. */
export const recordsPayments = ({ role }: Who) => editsBookings({ role }) || role === 'finance'

/** Refunds are recorded by finance. */
export const recordsRefunds = ({ role }: Who) => role === 'finance' || role === 'admin'

/** Discounts above the limit of the agency are given by managers and administrators, with a reason. */
export const approvesDiscounts = ({ role }: Who) => role === 'manager' || role === 'admin'

/** Trips are planned and prepared by departments. */
export const editsTrips = ({ role }: Who) => role === 'department' || role === 'admin'

/** Finance knows the money of travelers, not their papers. */
export const seesTravelers = ({ role }: Who) => role !== 'leader' && role !== 'finance'

/** A leader sees the own schedule. */
export const seesLeaders = ({ role }: Who) => role !== 'customer' && role !== 'finance'

/** Leaders are kept by departments. */
export const editsLeaders = ({ role }: Who) => role === 'department' || role === 'admin'

/** Managers say who leads a trip too. */
export const assignsLeaders = ({ role }: Who) => editsLeaders({ role }) || role === 'manager'

/** Leaders see the seminars of their trips. */
export const seesSeminars = ({ role }: Who) => role !== 'customer' && role !== 'finance'

/** Accounts, webhooks and the whole audit. */
export const isAdmin = ({ role }: Who) => role === 'admin'

/** Persons over all of their bookings, and the audit of one record. */
export const seesPersons = ({ role }: Who) => isStaff({ role }) && role !== 'finance'

export const everybody = (_who: Who) => true
