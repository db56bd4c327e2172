'use strict';
// Stands for stylesheets, fonts and pictures: their address is all that code can see of them.
module.exports = 'file-stub';
