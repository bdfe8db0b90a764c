export { PagePointsDrawer } from './page-points-drawer.tsx';
