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
import { here } from './engine/here.svelte.ts'
import { person } from './person.svelte.ts'
import { settings } from './settings.svelte.ts'

if (here.device) void device.begin() // it gets ready while the page does
await settings.begin()
const app = document.getElementById('app')!
app.replaceChildren() // what is said where scripts do not run
mount(App, { target: app })
void person.begin()
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
