import type { BankLine } from 'guidon-sdk'

export type Candidate = BankLine['candidates'][number]

// Many owe the same amount.
const ofAmount = ['asked', 'deposit', 'balance']

/** The booking that one press records: none where two are as likely, or where nothing but the amount is the same. */
export const likely = ({ candidates: [first], is_tied }: BankLine) =>
  is_tied || first?.reasons.every((reason) => ofAmount.includes(reason)) ? undefined : first
