import './app/styles.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from './app/theme.ts';
import { App } from './app.tsx';

const root = document.getElementById('app') as HTMLElement;

// Mantine would write its variables and classes into <style> elements, which the Content-Security-Policy forbids. The
// variables are in app/theme.css instead.
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <App />
    </MantineProvider>
  </StrictMode>,
);
