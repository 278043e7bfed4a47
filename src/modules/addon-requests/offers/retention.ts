import { reportedOnce } from '../../../kit/retention/rules.ts'

export const deadlineReminders = reportedOnce('addon_reminders', "that a customer's deadline was reported")
