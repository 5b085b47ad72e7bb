import '@fontsource/alegreya/latin-700.css'
import '@fontsource/alegreya/latin-ext-700.css'
import '@fontsource/alegreya/latin-500-italic.css'
import '@fontsource/alegreya/latin-ext-500-italic.css'
import '@fontsource/alegreya-sans/latin-400.css'
import '@fontsource/alegreya-sans/latin-ext-400.css'
import '@fontsource/alegreya-sans/latin-700.css'
import '@fontsource/alegreya-sans/latin-ext-700.css'
import './tokens.css'
import './base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { device } from './engine/device.svelte.ts'
import { guard } from './engine/guard.ts'
import { here } from './engine/here.svelte.ts'
import { freshen } from './engine/pack.ts'
import { person } from './person.svelte.ts'
import { settings } from './settings.svelte.ts'

if (here.device) void device.begin() // it gets ready while the page does
await settings.begin()
const app = document.getElementById('app')!
app.replaceChildren() // the message for browsers without scripts
mount(App, { target: app })
void guard()
void person.begin()
// What a newer version needs for playing without a network is fetched when the page is idle.
const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 5000))
if (import.meta.env.PROD && !here.device) idle(() => void freshen().catch(() => undefined), { timeout: 10_000 })
