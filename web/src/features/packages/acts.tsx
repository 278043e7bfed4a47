import { useNavigate } from '@tanstack/react-router'
import { archivePackage, deletePackage } from 'guidon-sdk'
import Archive from '~icons/lucide/archive'
import ArchiveRestore from '~icons/lucide/archive-restore'
import Copy from '~icons/lucide/copy'
import FileText from '~icons/lucide/file-text'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import { removalOf } from '../../ui/removal.tsx'
import PublishAgainSheet from './publish-again-sheet.tsx'
import { mayEdit, type OnePackage } from './queries.ts'

const CloneSheet = lazy(() => import('./clone-sheet.tsx'))
const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))

const changes = ['packages', 'options']

/** What may be done with a package: print, clone, archive, publish again and remove it. */
export const usePackageActs = (one: OnePackage): (Act | false)[] => {
  const isEditor = mayEdit(useMe())
  const archiving = useArchiving(one)
  const removal = useRemoval(one)
  return [
    {
      words: ['行程表（PDF）', 'Itinerary (PDF)'],
      icon: FileText,
      href: `/api/packages/${one.id}/sheet?format=pdf`,
    },
    isEditor && {
      words: ['複製…', 'Clone…'],
      icon: Copy,
      sheet: (close) => <CloneSheet one={one} close={close} />,
    },
    isEditor && one.status !== 'archived' && archiving,
    isEditor &&
      one.status === 'archived' && {
        words: ['重新上架…', 'Publish again…'],
        icon: ArchiveRestore,
        sheet: (close) => <PublishAgainSheet one={one} close={close} />,
      },
    isEditor && one.status !== 'published' && removal,
  ]
}

const useArchiving = (one: OnePackage): Act => {
  const say = useSay()
  const { id, version } = one
  return {
    words: ['封存…', 'Archive…'],
    icon: Archive,
    sheet: (close) => (
      <SureSheet
        title={say(`封存 ${one.name}`, `Archive ${nameOf(say, one)}`)}
        lost={say(
          '從網站與清單上撤下，不再開新團；已開的團照常進行，之後可以再上架。',
          'It leaves the site and the list, and no trips are planned of it any more. Trips that exist stay as they are, and it can be published again.',
        )}
        send={say('封存', 'Archive')}
        act={(guidon) => archivePackage(guidon, id, { version })}
        changes={changes}
        close={close}
      />
    ),
  }
}

const useRemoval = (one: OnePackage): Act => {
  const say = useSay()
  const navigate = useNavigate()
  const { id, version } = one
  return removalOf({
    name: nameOf(say, one),
    lost: [
      '每日行程、價格與照片都會消失，無法復原。開過團的行程不能刪除，請改為封存。',
      'Its days, prices and pictures are gone for good. A package that has trips cannot be removed: archive it.',
    ],
    remove: (guidon) => deletePackage(guidon, id, { version }),
    leave: () => navigate({ to: '/packages' }),
    changes: changes,
  })
}
