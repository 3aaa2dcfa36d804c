export const standaloneWarning =
  'MongoDB is a standalone server: an acknowledged lead may be lost if it crashes. Use a replica set; one node is enough to start with.';
