// What a table shows and no column holds.

const waitsFor = {
  pending_approval: 'admin',
  open: 'department',
  inquiring: 'department',
  quoted: 'sales',
  offered: 'customer',
  negotiating: 'sales',
  accepted: 'sales',
  rejected: 'sales',
  confirmed: 'department',
}
const timed = ['open', 'inquiring', 'confirmed']

export const requestRow = ({ status_since, hours, ...row }) => {
  const who = waitsFor[row.status]
  const due = timed.includes(row.status)
    ? new Date(status_since.getTime() + hours * 3_600_000)
    : row.status === 'offered'
      ? row.response_deadline
      : null
  return { ...row, next_action: who ? { who, due } : null }
}

const sure = ['guaranteed', 'closed', 'departed', 'returned', 'settled']

const guaranteeState = ({ status, min_pax, is_late, seats: { held, confirmed } }) => {
  if (status === 'cancelled') return 'failed'
  if (sure.includes(status) || confirmed >= min_pax) return 'guaranteed'
  if (is_late) return 'failed'
  return held + confirmed >= min_pax || confirmed >= min_pax * 0.8 ? 'almost' : 'pending'
}

export const tripRow = (row) => {
  const { held, confirmed } = row.seats
  const remaining = Math.max(row.capacity - held - confirmed, 0)
  return { ...row, seats: { ...row.seats, remaining }, guarantee_state: guaranteeState(row) }
}
