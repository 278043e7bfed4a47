export const roles = ['admin', 'manager', 'sales', 'department', 'finance', 'leader', 'customer'] as const
export const departments = ['ticketing', 'line_control', 'op'] as const
export type Role = (typeof roles)[number]
export type Department = (typeof departments)[number]

/** The roles that read all data of the daily work. A manager only reads it, and overrides conflicts with a reason. */
export const staff = ['admin', 'manager', 'sales', 'department'] as const
/** The roles that read the money of bookings and trips: staff, and finance, which does not read personal documents. */
export const moneyReaders = [...staff, 'finance'] as const
/** The roles that approve and refuse refunds, and read their orders. */
export const refundApprovers = ['finance', 'manager', 'admin'] as const
