import type { TourLeaderChange } from 'guidon-sdk'
import { employmentTypeWords, genderWords, leaderGradeWords, leaderStatusWords } from 'guidon-sdk/words'
import { chosenIn } from '../../../kit/choices.ts'
import type { Given } from '../../../ui/forms/form.tsx'
import { countries, keysOf, near, sealed, texts } from './fields.tsx'
import type { Leader } from './leader.ts'

/** Only changed fields, so that a colleague's change is not overwritten. */
export const changeIn = (given: Given, leader: Leader | undefined): TourLeaderChange => ({
  ...textsIn(given, leader),
  ...choicesIn(given, leader),
  ...listsIn(given, leader),
  ...numbersIn(given, leader),
  ...nearIn(given, leader),
})

type TextName =
  | keyof typeof texts
  | keyof typeof countries
  | keyof typeof sealed
  | 'notes'
  | 'joined_on'
  | 'left_on'
  | 'passport_expires_on'

const textsIn = (given: Given, leader: Leader | undefined) => {
  const changed: Partial<Record<TextName, string | null>> = {}
  const open: TextName[] = [
    ...keysOf(texts),
    ...keysOf(countries),
    'notes',
    'joined_on',
    'left_on',
    'passport_expires_on',
  ]
  for (const name of open) {
    if (given(name) !== (leader?.[name] ?? '')) changed[name] = given(name) || null
  }
  for (const name of keysOf(sealed)) if (given(name)) changed[name] = given(name)
  return changed
}

const choicesIn = (given: Given, leader: Leader | undefined): TourLeaderChange => {
  const gender = chosenIn(genderWords, given('gender'))
  const grade = chosenIn(leaderGradeWords, given('grade'))
  const status = chosenIn(leaderStatusWords, given('status'))
  const employment_type = chosenIn(employmentTypeWords, given('employment_type'))
  return {
    ...(given('name') !== leader?.name && { name: given('name') }),
    ...(given('leader_number') &&
      given('leader_number') !== leader?.leader_number && { leader_number: given('leader_number') }),
    ...(gender && gender !== leader?.gender && { gender }),
    ...(grade && grade !== leader?.grade && { grade }),
    ...(status && status !== leader?.status && { status }),
    ...(employment_type && employment_type !== leader?.employment_type && { employment_type }),
  }
}

const listsIn = (given: Given, leader: Leader | undefined): TourLeaderChange => {
  const differs = (name: 'languages' | 'licenses') => given(name) !== JSON.stringify(leader?.[name] ?? [])
  return {
    ...(differs('languages') && { languages: JSON.parse(given('languages')) }),
    ...(differs('licenses') && { licenses: JSON.parse(given('licenses')) }),
  }
}

const numbersIn = (given: Given, leader: Leader | undefined): TourLeaderChange => {
  const differs = (name: 'daily_fee' | 'min_rest_days' | 'user_id') => given(name) !== String(leader?.[name] ?? '')
  return {
    ...(differs('daily_fee') && { daily_fee: given('daily_fee') || null }),
    ...(differs('min_rest_days') && { min_rest_days: Number(given('min_rest_days')) }),
    ...(differs('user_id') && { user_id: Number(given('user_id')) || null }),
  }
}

const nearIn = (given: Given, leader: Leader | undefined): TourLeaderChange => {
  const typed = (key: keyof typeof near) => given(`emergency_contact.${key}`)
  if (keysOf(near).every((key) => typed(key) === (leader?.emergency_contact?.[key] ?? ''))) return {}
  if (keysOf(near).every((key) => typed(key) === '')) return { emergency_contact: null }
  return { emergency_contact: { name: typed('name'), relation: typed('relation') || null, phone: typed('phone') } }
}
