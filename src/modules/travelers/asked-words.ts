import type { Words } from '../../kit/words/words.ts'

/** What a traveler is asked, where the words of the office would not say enough. */
export const askedOfTraveler = {
  name: { label: ['中文姓名', 'Name'] },
  surname_en: { label: ['護照英文姓', 'Surname as in the passport'] },
  given_name_en: { label: ['護照英文名', 'Given names as in the passport'] },
  birth_date: { label: ['出生日期', 'Date of birth'] },
  passport_country: { label: ['護照發照國', 'Country that issued the passport'] },
  meal_requirement: { label: ['餐食', 'Meals'] },
  allergies: { label: ['過敏與健康狀況', 'Allergies and health'] },
} satisfies Record<string, { label: Words }>
