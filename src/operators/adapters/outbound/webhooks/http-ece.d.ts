declare module 'http_ece'; // it has no types of its own
