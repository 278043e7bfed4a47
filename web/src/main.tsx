import '@fontsource-variable/inter/wght.css'
import 'guidon-design/tokens.css'
import 'guidon-design/turns.css'
import 'guidon-design/base.css'
import 'guidon-design/parts.css'
import './design/base.css'
import './design/parts.css'
import './design/sheet.css'
import './every-page.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './kit/api.ts'
import { keepFocusOfDisabled, keepFocusOfRemoved } from './kit/kept-focus.ts'
import { sendOnCtrlEnter } from './kit/keys.ts'
import { router } from './routes.ts'
import { markLoadingOfNextPage } from './shell/next-page.ts'
import { keepRowFocus } from './shell/row-focus.ts'

keepFocusOfDisabled()
keepFocusOfRemoved()
addEventListener('keydown', sendOnCtrlEnter)
markLoadingOfNextPage(router)
keepRowFocus(router)

const root = document.getElementById('console')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
