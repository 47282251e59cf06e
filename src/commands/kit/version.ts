/** The version of the package; a test holds it against package.json, which would cost a file read at every start. */
export const version = '0.1.0';
