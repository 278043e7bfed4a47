import type { PackageInput, PackageInputDeadlineTemplate } from 'guidon-sdk'
import { packageKindWords } from 'guidon-sdk/words'
import { numberIn, numberSent } from '../../kit/typed.ts'
import type { Given } from '../../ui/forms/form.tsx'
import type { OnePackage } from './queries.ts'

const idsIn = (text: string) => text.split(',').filter(Boolean).map(Number)
const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const kinds = Object.keys(packageKindWords) as (keyof typeof packageKindWords)[]

/** The values of the package form as a body of the API. */
export const bodyOf = (given: Given, one: OnePackage | undefined): PackageInput => ({
  package_code: given('package_code'),
  name: given('name'),
  name_en: given('name_en') || null,
  subtitle: given('subtitle') || null,
  subtitle_en: given('subtitle_en') || null,
  slug: given('slug') || null,
  kind: kinds.find((kind) => kind === given('kind')) ?? 'group',
  ...numbersIn(given),
  area_id: numberIn(given('area_id')),
  category_id: numberIn(given('category_id')),
  departure_city_id: numberIn(given('departure_city_id')),
  countries: idsIn(given('countries')).map((country_id, sequence) => ({
    country_id,
    nights: one?.countries.find((each) => each.country_id === country_id)?.nights ?? null,
    sequence,
  })),
  season_ids: idsIn(given('season_ids')),
  ...textsIn(given),
  ...termsIn(given),
})

const numbersIn = (given: Given) => {
  const nights = numberIn(given('nights'))
  return {
    days: numberSent(given('days')),
    nights: nights ?? Math.max(0, Number(given('days')) - 1),
    min_pax: numberSent(given('min_pax')),
    max_pax: numberSent(given('max_pax')),
    leader_required_from_pax: numberIn(given('leader_required_from_pax')),
  }
}

const textsIn = (given: Given) => ({
  highlights: linesIn(given('highlights')),
  inclusions: linesIn(given('inclusions')),
  inclusions_en: linesIn(given('inclusions_en')),
  exclusions: linesIn(given('exclusions')),
  exclusions_en: linesIn(given('exclusions_en')),
  description: given('description') || null,
  description_en: given('description_en') || null,
  important_notes: given('important_notes') || null,
  important_notes_en: given('important_notes_en') || null,
  notes: given('notes') || null,
})

type Row<T> = Omit<T, 'days_before'> & { days_before: string }

const termsIn = (given: Given) => {
  const deposit = given('payment_policy.deposit')
  const balance = given('payment_policy.balance_days_before')
  const cancels: { days_before: string; fee_percent: string }[] = JSON.parse(given('cancellation_policy') || '[]')
  // Without an answer of the form, a new package gets the deadlines of the house.
  const rules: Row<PackageInputDeadlineTemplate>[] | undefined =
    JSON.parse(given('deadline_template') || 'null') ?? undefined
  return {
    payment_policy: deposit || balance ? { deposit, balance_days_before: numberSent(balance) } : null,
    cancellation_policy: cancels.map(({ days_before, fee_percent }) => ({
      days_before: numberSent(days_before),
      fee_percent: numberSent(fee_percent),
    })),
    ...(rules && {
      deadline_template: rules.map((rule) => ({ ...rule, days_before: numberSent(rule.days_before) })),
    }),
  }
}
