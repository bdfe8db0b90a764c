// What comes in and goes out here is the file alone; nothing of the server's process is read.
import process from 'node:process';
import { extract, type ExtractTask } from './extract.ts';

// The whole life of a process: one file.
process.once('message', (task: ExtractTask) => {
  void extract(task).then((extracted) => {
    process.send?.({ extracted }, () => {
      process.disconnect();
    });
  });
});
