import { useNavigate } from '@tanstack/react-router'
import { deleteUser, type GetUser } from 'guidon-sdk'
import Trash from '~icons/lucide/trash'
import { lazy } from '../../kit/lazy.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'

const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))

export const useRemoval = (user: GetUser): Act => {
  const say = useSay()
  const navigate = useNavigate()
  const { id, version } = user
  return {
    words: ['刪除…', 'Remove…'],
    icon: Trash,
    isGrave: true,
    sheet: (close) => (
      <SureSheet
        title={say(`刪除 ${user.name}`, `Remove ${nameOf(say, user)}`)}
        lost={say(
          '帳號會消失，無法復原。只有從未用過的帳號可以刪除；用過的請改為停用。',
          'The account is gone for good. Only one that was never used can be removed; otherwise suspend it.',
        )}
        send={say('刪除', 'Remove')}
        // A removed record is not read again.
        act={async (guidon) => {
          await deleteUser(guidon, id, { version })
          await navigate({ to: '/accounts' })
        }}
        changes={['users']}
        close={close}
      />
    ),
  }
}
