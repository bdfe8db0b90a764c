export { wireChat } from './chat.ts';
export { wireContent } from './content.ts';
export { layFoundation } from './foundation.ts';
export { wirePeople } from './people.ts';
export { wireRuns } from './runs.ts';
export { wireSkills } from './skills.ts';
export { wireStores } from './stores.ts';
