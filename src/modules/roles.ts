export const roles = ['admin', 'manager', 'sales', 'department', 'finance', 'leader', 'customer'] as const
export const departments = ['ticketing', 'line_control', 'op'] as const
export type Role = (typeof roles)[number]
export type Department = (typeof departments)[number]

/** The roles that read everything the office works with. A manager reads only, and accepts conflicts with a reason. */
export const staff = ['admin', 'manager', 'sales', 'department'] as const
/** Those that read the money of bookings and trips: all of them and finance, which reads no personal papers. */
export const moneyReaders = [...staff, 'finance'] as const
