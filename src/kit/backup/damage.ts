import { refuse } from '../errors.ts'

export function refuseDamaged(path: string) {
  return refuse('bad_request', {
    detail: [`${path} 已損壞；沒有還原任何資料。`, `${path} is damaged; nothing was restored.`],
  })
}
