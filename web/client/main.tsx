import { render } from 'preact';
import { App } from './app.tsx';
import { watchRoutes } from './router.ts';
import { keepSettings } from './settings.ts';
import './style/main.css';

keepSettings();
watchRoutes();
render(<App />, document.getElementById('app')!);
