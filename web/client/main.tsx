import { render } from 'preact';
import { App } from './app.tsx';
import { watchDrops } from './files.ts';
import { watchRoutes } from './router.ts';
import { keepSettings } from './settings.ts';
import './style/main.css';

keepSettings();
watchRoutes();
watchDrops();
render(<App />, document.getElementById('app')!);
