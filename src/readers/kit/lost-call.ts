/** A response answers a call that another one made, and no record holds that one: named, and not judged. */
export const lostCall = 'result of a call in a response that is not recorded here';
