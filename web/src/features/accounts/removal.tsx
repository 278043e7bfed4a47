import { useNavigate } from '@tanstack/react-router'
import { deleteUser, type GetUser } from 'guidon-sdk'
import { nameOf, useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { removalOf } from '../../ui/removal.tsx'

export const useRemoval = (user: GetUser): Act => {
  const say = useSay()
  const navigate = useNavigate()
  const { id, version } = user
  return removalOf({
    name: nameOf(say, user),
    lost: [
      '帳號會消失，無法復原。只有從未用過的帳號可以刪除；用過的請改為停用。',
      'The account is gone for good. Only one that was never used can be removed; otherwise suspend it.',
    ],
    remove: (guidon) => deleteUser(guidon, id, { version }),
    leave: () => navigate({ to: '/accounts' }),
    changes: ['users'],
  })
}
