export { TourBar } from './tour-bar.tsx';
export { useLookAtTours } from './use-tour-action.ts';
