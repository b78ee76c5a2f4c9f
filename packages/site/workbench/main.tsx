import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../src/ui/tokens.css'
import '../src/ui/fonts.css'
import '../src/ui/prose.css'
import { Workbench } from './Workbench.tsx'
import './workbench.css'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <Workbench />
  </StrictMode>,
)
